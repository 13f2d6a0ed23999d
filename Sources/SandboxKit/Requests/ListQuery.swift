import Sandbox
import ToqueEncoding

/// A provider's page sizes.
package struct PageSizes: Sendable {
    /// The default.
    let usual: Int
    /// The maximum; larger values count as this one.
    let largest: Int
    /// The highest page number.
    let last: Int

    package init(usual: Int = 100, largest: Int = 1000, last: Int = 1_000_000) {
        self.usual = usual
        self.largest = largest
        self.last = last
    }
}

/// A list request: a page number and conditions. Unknown parameters are refused, because ignoring a misspelled filter
/// would return a plausible but wrong list.
package struct ListQuery: Sendable {
    private let number: Int
    private let size: Int
    private let filters: [ObjectFilter]

    /// - Throws: `SandboxError` 400 with every invalid parameter.
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
                if parameter.isRequired { errors.append(parameter.missing) }
                return [ObjectFilter]()
            }
            if parameter.isRequired, text.isEmpty { errors.append(parameter.missing) }
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

    /// Returns a page of the list, with links that keep the request's other parameters.
    /// - Parameters:
    ///   - newestFirst: if false, in insertion order.
    ///   - shown: converts a document to its form in the API.
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
    /// The number of items on all pages.
    package let count: Int
    /// URL of the next page.
    package let next: String?
    /// URL of the previous page.
    package let previous: String?
    package let items: [Item]
}
