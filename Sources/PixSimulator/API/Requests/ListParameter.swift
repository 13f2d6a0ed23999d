import PixAPI
import Sandbox
import ToqueEncoding

/// A query parameter by which a list is narrowed. The OpenAPI document shows the same tables.
struct ListParameter: Sendable {
    enum Kind: Sendable {
        case text
        /// Part of a text, 3 characters or more, without regard to case.
        case part
        case uuid
        /// UUIDs with commas between them, at most 1000.
        case uuids
        case taxIdentifier
        /// One of these, without regard to case.
        case choice([String])
        case time(TimeBound)
    }

    /// Which side of an instant or day is meant.
    enum TimeBound: Sendable {
        case on, after, from, before, until
        /// Two with a comma between them, both of them included.
        case range
    }

    let name: String
    let path: StaticString
    let kind: Kind

    init(_ name: String, _ path: StaticString, _ kind: Kind = .text) {
        self.name = name
        self.path = path
        self.kind = kind
    }

    static func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ path: StaticString, of: Value.Type
    ) -> ListParameter {
        ListParameter(name, path, .choice(Value.allCases.map(\.rawValue)))
    }

    /// The API reference's names, and those of the SDK's query, whose spelling on the wire is assumed.
    static func creation(_ path: StaticString) -> [ListParameter] {
        let bounds: [(String, TimeBound)] = [
            ("created_at", .on), ("created_at__gt", .after), ("created_at__gte", .from), ("created_at__lt", .before),
            ("created_at__lte", .until), ("created_at__range", .range), ("created_after", .after),
            ("created_before", .before),
        ]
        return bounds.map { ListParameter($0.0, path, .time($0.1)) }
    }

    // MARK: Reading

    private func invalid(_ text: String, expected: String) -> SandboxError {
        .invalid(name, "Found \(text.quoted), expected \(expected).")
    }

    /// The conditions that a value stands for.
    func filters(_ text: String) throws(SandboxError) -> [ObjectFilter] {
        guard !text.unicodeScalars.contains(where: \.isControl) else {
            throw invalid(text, expected: "a text without control characters")
        }
        switch kind {
        // An empty text is no condition; an empty value of another kind is as wrong as any that cannot be read.
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
            guard ids.count <= ListQuery.maximumSize else {
                throw .invalid(name, "Found \(ids.count) ids, expected at most \(ListQuery.maximumSize).")
            }
            return [.oneOf(path, ids)]
        case .taxIdentifier:
            do throws(TaxIdentifierError) {
                return [.equals(path, try TaxIdentifier(text).text)]
            } catch {
                throw .invalid(name, "Found \(error.found), expected \(error.expected).")
            }
        case .choice(let choices):
            guard let choice = choices.first(where: { $0.isIdentical(to: text.uppercased()) }) else {
                throw invalid(text, expected: choices.joined(separator: " or "))
            }
            return [.equals(path, choice)]
        case .time(let bound): return try filters(text, bound)
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

    /// The text by which an instant is compared with others; the end of the year 9999 stands behind all of them.
    private static func ordered(_ time: Timestamp) -> String { time.seconds < endOfTime ? time.description : "~" }

    /// 10000-01-01T00:00:00Z, the first instant that has no timestamp.
    private static let endOfTime: Int64 = 253_402_300_800

    /// A day of UTC, or an instant with the microsecond that follows it.
    private func span(_ text: String) throws(SandboxError) -> (start: Timestamp, end: Timestamp) {
        if let day = Timestamp("\(text)T00:00:00Z") { return (day, day + .seconds(86_400)) }
        guard let instant = Timestamp(text) else {
            throw invalid(text, expected: "a date, yyyy-MM-dd, or an ISO 8601 date and time")
        }
        return (instant, instant + .microseconds(1))
    }
}
