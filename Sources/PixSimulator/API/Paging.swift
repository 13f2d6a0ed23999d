import PixAPI
import Sandbox
import ToqueEncoding

/// The page of a list that a request asks for.
struct Paging: Sendable {
    static let defaultSize = 100
    static let maximumSize = 1000

    let number: Int
    let size: Int

    init(_ request: SandboxRequest) throws(SandboxError) {
        number = try Self.integer(request, "page", default: 1, in: 1...1_000_000)
        size = try Self.integer(request, "page_size", default: Self.defaultSize, in: 1...Self.maximumSize)
    }

    var offset: Int { (number - 1) * size }

    private static func integer(
        _ request: SandboxRequest, _ name: String, default: Int, in range: ClosedRange<Int>
    ) throws(SandboxError) -> Int {
        guard let text = request.query(name) else { return `default` }
        guard let value = Int(text), range.contains(value) else {
            throw .invalid(name, "Expected an integer from \(range.lowerBound) to \(range.upperBound).")
        }
        return value
    }

    /// The list's envelope, with links that keep the request's other parameters.
    func page<Item: JSONModel>(
        _ items: [Item], of count: Int, request: SandboxRequest
    ) -> SandboxResponse {
        func link(_ page: Int) -> String {
            let parameters = request.query.filter { $0.name != "page" } + [("page", String(page))]
            return "\(request.publicURL)\(request.path)?\(FormURLEncoding.encode(parameters))"
        }
        let page = Page(
            count: count, next: offset + items.count < count ? link(number + 1) : nil,
            previous: number > 1 ? link(number - 1) : nil, results: items)
        return .json(page.json)
    }
}
