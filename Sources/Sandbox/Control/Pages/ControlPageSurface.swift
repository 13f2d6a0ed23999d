import HTTPTypes
import ToqueEncoding

/// Pages for the people who may use control, behind its guards. A browser that has shown the token has a cookie instead.
struct ControlPageSurface: Surface {
    let routes: RouteTable
    let deadline: HandlerDeadline? = nil
    let recorder: ExchangeRecorder? = nil
    let root: String
    private let control: ControlSurface
    private let pages: any ControlPages

    init(_ control: ControlSurface, _ pages: any ControlPages) {
        self.control = control
        self.pages = pages
        root = pages.root
        routes = RouteTable(pages.routes(ControlCaller(control.routes, control.caller)))
    }

    func admit(_ request: HTTPRequest) throws(SandboxError) {
        let path = request.path.map { $0.prefix { $0 != "?" } } ?? ""
        try control.admit(request, as: path == "/\(ControlPath.token)" ? .stranger : .person)
    }

    func check(_ request: SandboxRequest) {}

    func page(for request: SandboxRequest) -> SandboxResponse? { nil }

    func tenant(
        of exchange: Exchange, _ route: Route, query: [(name: String, value: String)]
    ) async throws -> String {
        try await control.tenant(of: exchange, route, query: query)
    }

    func scenario(of request: HTTPRequest) -> String? { nil }

    /// A page for browsers, JSON for programs.
    func answer(_ refusal: SandboxError, to exchange: Exchange) -> SandboxResponse {
        guard exchange.request.head.wantsPage else { return control.answer(refusal, to: exchange) }
        return pages.refusal(refusal, of: exchange.request(control.engine))
    }
}

extension Exchange {
    /// True if the path is a page's, or the index requested by a browser.
    var isControlPage: Bool {
        let segments = path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 2).map(Substring.init)
        guard isControl else { return false }
        guard segments.count > 1 else { return routedMethod == "GET" && request.head.wantsPage }
        return FormURLEncoding.decodeSegment(segments[1]) == "view"
    }
}
