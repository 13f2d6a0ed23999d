import HTTPTypes
import ToqueEncoding

/// The control API, under `/_toque`. Observing requests does not count as a request: nothing records it.
struct ControlSurface: Surface {
    let routes: RouteTable
    let deadline: HandlerDeadline? = nil
    let recorder: ExchangeRecorder? = nil
    let engine: Engine
    let caller: ControlGuard

    init(_ api: ControlAPI) {
        engine = api.engine
        routes = RouteTable(api.endpoints.map(\.route))
        caller = ControlGuard(token: engine.configuration.control.token, cookie: engine.controlCookie)
    }

    /// Checked before anything else: unauthorized callers must not learn which endpoints exist.
    func admit(_ request: HTTPRequest) throws(SandboxError) { try admit(request, as: .program) }

    func admit(_ request: HTTPRequest, as kind: ControlGuard.Caller) throws(SandboxError) {
        guard engine.configuration.control.isEnabled else {
            throw SandboxError(status: 404, code: "control_off", message: "The control API is turned off.")
        }
        try caller.check(kind, request, publicURL: engine.publicURL)
    }

    func check(_ request: SandboxRequest) {}

    func page(for request: SandboxRequest) -> SandboxResponse? { nil }

    /// The tenant in the query, or that of the first configured key.
    func tenant(
        of exchange: Exchange, _ route: Route, query: [(name: String, value: String)]
    ) async throws -> String {
        if route.isVital { return "" }
        let named = query.last { $0.name == "tenant" }?.value ?? engine.configuration.keys.first?.id
        if let named { try await engine.store.refresh(named) }
        guard let named, engine.store.keys.contains(named) else {
            throw SandboxError.notFound("There is no API key with this id.", field: "tenant")
        }
        return named
    }

    func scenario(of request: HTTPRequest) -> String? { nil }

    /// `{"code", "message", "field"?, "request_id"}`.
    func answer(_ refusal: SandboxError, to exchange: Exchange) -> SandboxResponse {
        var members: JSONObject = ["code": .string(refusal.code), "message": .string(refusal.message)]
        members["field"] = refusal.field.map(JSON.string)
        members["request_id"] = .string(exchange.id)
        var response = SandboxResponse.json(.object(members), status: refusal.status)
        if refusal.status == 401 { response.headers.append(("WWW-Authenticate", "Bearer")) }
        return response
    }
}

extension Exchange {
    /// True if the path belongs to the control API.
    var isControl: Bool { root == ControlAPI.prefix }

    /// The first segment of the path; nil without one, or if it is malformed.
    var root: String? {
        let first = path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 1).first.map(Substring.init)
        return first.flatMap(FormURLEncoding.decodeSegment).map(String.init)
    }
}
