import Sandbox
import ToqueEncoding

/// How long the pages of a provider's lists are.
package struct PageSizes: Sendable {
    /// Where a request names none.
    let usual: Int
    /// A larger one counts as this one.
    let largest: Int
    /// The largest number of a page.
    let last: Int

    package init(usual: Int = 100, largest: Int = 1000, last: Int = 1_000_000) {
        self.usual = usual
        self.largest = largest
        self.last = last
    }
}

/// What a request for a list asks for: a page by its number, and conditions. A parameter that the list does not have is
/// refused: a misspelled one would give a list that looks right.
package struct ListQuery: Sendable {
    private let number: Int
    private let size: Int
    private let filters: [ObjectFilter]

    /// - Throws: `SandboxError` 400 with every parameter that is wrong.
    package init(
        _ request: SandboxRequest, _ parameters: [ListParameter], _ sizes: PageSizes
    ) throws(SandboxError) {
        var errors: [SandboxError] = []
        func read<Value>(_ value: () throws(SandboxError) -> Value, else fallback: Value) -> Value {
            do throws(SandboxError) {
                return try value()
            } catch {
                errors.append(error)
                return fallback
            }
        }
        number = read(
            { () throws(SandboxError) in try Self.integer(request, "page", in: 1...sizes.last) ?? 1 }, else: 1)
        let size = read(
            { () throws(SandboxError) in try Self.integer(request, "page_size", in: 1...Int.max) ?? sizes.usual },
            else: 1)
        self.size = min(size, sizes.largest)
        let names = ["page", "page_size"] + parameters.map(\.name)
        for (name, _) in request.query where !names.contains(where: name.isIdentical) {
            errors.append(
                .invalid(
                    name.escaped,
                    "This list has no such parameter; its parameters are \(names.joined(separator: ", "))."))
        }
        filters = parameters.flatMap { parameter in
            guard let text = request.query.last(where: { $0.name.isIdentical(to: parameter.name) })?.value else {
                return [ObjectFilter]()
            }
            return read({ () throws(SandboxError) in try parameter.filters(text, sizes) }, else: [])
        }
        guard errors.isEmpty else { throw SandboxError(errors) }
    }

    private static func integer(
        _ request: SandboxRequest, _ name: String, in range: ClosedRange<Int>
    ) throws(SandboxError) -> Int? {
        guard let text = request.query(name) else { return nil }
        guard let value = Int(text), range.contains(value) else {
            let bounds = range.upperBound == .max ? "of 1 or more" : "from 1 to \(range.upperBound)"
            throw .invalid(name, "Found \(text.quoted), expected an integer \(bounds).")
        }
        return value
    }

    private var offset: Int { (number - 1) * size }

    /// The page of a list, with links that keep the request's other parameters.
    /// - Parameters:
    ///   - newestFirst: otherwise in the order in which they were added.
    ///   - shown: what the API shows of a document.
    package func results<Item: Sendable>(
        of kind: String, newestFirst: Bool = true, _ request: SandboxRequest,
        shown: @escaping @Sendable (JSON, ReadTransaction) throws -> Item
    ) async throws -> ListResults<Item> {
        let (count, items) = try await request.read { transaction in
            let (count, bodies) = try transaction.objects(
                kind: kind, filters: filters, newestFirst: newestFirst, offset: offset, limit: size)
            return (count, try bodies.map { try shown($0, transaction) })
        }
        func link(_ page: Int) -> String {
            let parameters = request.query.filter { $0.name != "page" } + [("page", String(page))]
            return "\(request.publicURL)\(request.path)?\(FormURLEncoding.encode(parameters))"
        }
        return ListResults(
            count: count, next: offset + items.count < count ? link(number + 1) : nil,
            previous: number > 1 ? link(number - 1) : nil, items: items)
    }
}

/// A page of a list, for the provider's envelope.
package struct ListResults<Item: Sendable>: Sendable {
    /// Items on all pages together.
    package let count: Int
    /// URL of the following page.
    package let next: String?
    /// URL of the preceding page.
    package let previous: String?
    package let items: [Item]
}
