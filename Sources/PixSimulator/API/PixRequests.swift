import PixAPI
import Sandbox
import SandboxKit
import ToqueEncoding

extension ListQuery {
    /// A page in the list's envelope.
    /// - Parameters:
    ///   - newestFirst: if false, in insertion order.
    ///   - shown: converts a document to its form in the API.
    func page<Item: ShownModel>(
        of kind: String, newestFirst: Bool = true, _ request: SandboxRequest,
        shown: @escaping @Sendable (JSON, ReadTransaction) throws -> Item
    ) async throws -> SandboxResponse {
        let list = try await results(of: kind, newestFirst: newestFirst, request, shown: shown)
        let page = Page(count: list.count, next: list.next, previous: list.previous, results: list.items)
        return .json(page.json).assuming(.listOrder).assuming(list.items.flatMap(\.assumptions))
    }
}

extension ListParameter {
    /// The API reference's names, and those of the SDK's query, whose wire spelling is assumed.
    static func creation(_ path: StaticString) -> [ListParameter] {
        let bounds: [(String, TimeBound)] = [
            ("created_at", .on), ("created_at__gt", .after), ("created_at__gte", .from), ("created_at__lt", .before),
            ("created_at__lte", .until), ("created_at__range", .range), ("created_after", .after),
            ("created_before", .before),
        ]
        return bounds.map { ListParameter($0.0, path, .time($0.1)) }
    }

    static func taxIdentifier(_ name: String, _ path: StaticString) -> ListParameter {
        let kind = OtherKind("CPF or CNPJ", TaxIdentifier.schema) { (reader) throws(JSONMemberError) in
            try TaxIdentifier(reader).text
        }
        return ListParameter(name, path, .other(kind), example: "12345678909")
    }
}

extension SandboxRequest {
    /// Customers and bank accounts have two versions; both forms are accepted under either.
    /// - Throws: `SandboxError` 400 for an unknown version.
    func checkResourceVersion() throws(SandboxError) {
        guard let version = header(ResourceVersion.header), ResourceVersion(rawValue: version) == nil else { return }
        throw .invalid(
            ResourceVersion.header,
            "Found \(version.quoted), expected \(ResourceVersion.v2.rawValue), or no header for version 1.")
    }
}
