import Sandbox
import ToqueEncoding

/// A query parameter that filters a list. The OpenAPI document uses the same tables.
package struct ListParameter: Sendable {
    package enum Kind: Sendable {
        case text
        /// A substring of at least 3 characters, ignoring case.
        case part
        case uuid
        /// UUIDs separated by commas, at most as many as the largest page size.
        case uuids
        /// One of these, ignoring case.
        case choice([String])
        case time(TimeBound)
        case other(OtherKind)
    }

    /// A time filter's direction.
    package enum TimeBound: Sendable {
        case on, after, from, before, until
        /// Two bounds separated by a comma, both inclusive.
        case range
    }

    /// A kind of value specific to the provider.
    package struct OtherKind: Sendable {
        let about: String
        let schema: JSONSchema
        let read: @Sendable (JSONReader) throws(JSONMemberError) -> String

        /// - Parameter read: returns the text as stored.
        package init(
            _ about: String, _ schema: JSONSchema,
            read: @escaping @Sendable (JSONReader) throws(JSONMemberError) -> String
        ) {
            self.about = about
            self.schema = schema
            self.read = read
        }
    }

    package let name: String
    let path: StaticString
    let kind: Kind
    let example: JSON?
    /// True if requests without it are refused.
    package var isRequired = false

    /// - Parameter example: for the OpenAPI document; replaces the kind's own.
    package init(_ name: String, _ path: StaticString, _ kind: Kind = .text, example: JSON? = nil) {
        self.name = name
        self.path = path
        self.kind = kind
        self.example = example
    }

    package static func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ path: StaticString, of: Value.Type
    ) -> ListParameter {
        ListParameter(name, path, .choice(Value.allCases.map(\.rawValue)))
    }

    // MARK: Reading

    private func invalid(_ text: String, expected: String) -> SandboxError {
        .invalid(name, "Found \(text.quoted), expected \(expected).")
    }

    /// The refusal of a request without it.
    var missing: SandboxError { .required(name, "Found nothing, expected this parameter of the query.") }

    /// The conditions that a value expresses.
    func filters(_ text: String, _ sizes: PageSizes) throws(SandboxError) -> [ObjectFilter] {
        guard !text.unicodeScalars.contains(where: \.isControl) else {
            throw invalid(text, expected: "a string without control characters")
        }
        switch kind {
        // Empty text is no condition; empty values of other kinds are invalid.
        case .text: return text.isEmpty ? [] : [.equals(path, text)]
        case .part:
            guard text.unicodeScalars.count >= 3 else { throw invalid(text, expected: "3 characters or more") }
            return [.contains(path, text)]
        case .uuid: return [.equals(path, try uuid(text))]
        case .uuids:
            var ids: [String] = []
            for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                ids.append(try uuid(String(part)))
            }
            guard ids.count <= sizes.largest else {
                throw .invalid(name, "Found \(ids.count) ids, expected at most \(sizes.largest).")
            }
            return [.oneOf(path, ids)]
        case .choice(let choices):
            guard let choice = choices.first(where: { $0.isIdentical(to: text.uppercased()) }) else {
                throw invalid(text, expected: choices.joined(separator: " or "))
            }
            return [.equals(path, choice)]
        case .time(let bound): return try filters(text, bound)
        case .other(let kind):
            do throws(JSONMemberError) {
                return [.equals(path, try kind.read(JSONReader(.string(text))))]
            } catch {
                throw .invalid(name, "Found \(error.found), expected \(error.expected).")
            }
        }
    }

    private func uuid(_ text: String) throws(SandboxError) -> String {
        guard let uuid = UUIDSyntax.canonical(text) else { throw invalid(text, expected: UUIDSyntax.expectation) }
        return uuid
    }

    private func filters(_ text: String, _ bound: TimeBound) throws(SandboxError) -> [ObjectFilter] {
        func from(_ time: Timestamp) -> ObjectFilter { .from(path, Self.ordered(time)) }
        func before(_ time: Timestamp) -> ObjectFilter { .before(path, Self.ordered(time)) }
        switch bound {
        case .on:
            let span = try span(text)
            return [from(span.start), before(span.end)]
        case .after: return [from(try span(text).end)]
        case .from: return [from(try span(text).start)]
        case .before: return [before(try span(text).start)]
        case .until: return [before(try span(text).end)]
        case .range:
            let ends = text.split(separator: ",", omittingEmptySubsequences: false)
            guard ends.count == 2 else { throw invalid(text, expected: "two dates with a comma between them") }
            return [from(try span(String(ends[0])).start), before(try span(String(ends[1])).end)]
        }
    }

    /// The text by which timestamps sort; times after the year 9999 sort last.
    private static func ordered(_ time: Timestamp) -> String { time.seconds < endOfTime ? time.description : "~" }

    /// 10000-01-01T00:00:00Z, the first time without a timestamp.
    private static let endOfTime: Int64 = 253_402_300_800

    /// A day in UTC, or a timestamp and the microsecond after it.
    private func span(_ text: String) throws(SandboxError) -> (start: Timestamp, end: Timestamp) {
        if let day = Timestamp("\(text)T00:00:00Z") { return (day, day + .seconds(86_400)) }
        guard let instant = Timestamp(text) else {
            throw invalid(text, expected: "a date, yyyy-MM-dd, or an ISO 8601 date and time")
        }
        return (instant, instant + .microseconds(1))
    }
}
