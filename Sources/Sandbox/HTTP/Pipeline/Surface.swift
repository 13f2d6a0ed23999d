import HTTPTypes
import ToqueEncoding

/// The differences between the provider's API and control in the `RequestPipeline`.
protocol Surface: Sendable {
    var routes: RouteTable { get }
    /// nil if handlers have no time limit.
    var deadline: HandlerDeadline? { get }
    /// nil if requests are not recorded.
    var recorder: ExchangeRecorder? { get }

    /// Refuses a caller who must not even learn which endpoints exist.
    func admit(_ request: HTTPRequest) throws(SandboxError)

    /// Returns the request's tenant; empty if it is not known before the body.
    /// - Throws: `SandboxError` if credentials are missing or invalid.
    func tenant(
        of exchange: Exchange, _ route: Route, query: [(name: String, value: String)]
    ) async throws -> String

    /// Name of the scenario that the request chooses.
    /// - Throws: `SandboxError` for an unknown scenario.
    func scenario(of request: HTTPRequest) throws(SandboxError) -> String?

    /// Refuses a request for its content.
    func check(_ request: SandboxRequest) throws

    /// A page, or a file of pages, for a path that no endpoint has; nil to refuse the request.
    func page(for request: SandboxRequest) -> SandboxResponse?

    /// A refusal in the surface's form.
    func answer(_ refusal: SandboxError, to exchange: Exchange) -> SandboxResponse
}

/// The provider's API and its pages.
struct APISurface: Surface {
    let engine: Engine
    let routes: RouteTable
    let deadline: HandlerDeadline?
    let recorder: ExchangeRecorder?
    /// True if the control API's pages are served here.
    private let leadsToControl: Bool

    /// - Parameter routes: the provider's routes served here.
    init(_ engine: Engine, _ routes: [Route], leadsToControl: Bool = false) {
        self.engine = engine
        self.leadsToControl = leadsToControl && engine.configuration.control.isEnabled
        self.routes = RouteTable(routes, prefixes: engine.provider.prefixes)
        deadline = HandlerDeadline(engine.configuration.limits.handlerTime)
        // Secret parts of a path are secret in every request.
        let table = RouteTable(engine.provider.routes, prefixes: engine.provider.prefixes)
        recorder = ExchangeRecorder(engine: engine, routes: table, logger: engine.configuration.logger)
    }

    func admit(_ request: HTTPRequest) {}

    func check(_ request: SandboxRequest) throws { try engine.provider.check(request) }

    func page(for request: SandboxRequest) -> SandboxResponse? {
        guard ["GET", "HEAD"].contains(request.method) else { return nil }
        if leadsToControl, request.path == "/", request.accepts("text/html") {
            // With the query, such as a choice of language.
            var response = SandboxResponse(
                status: 302,
                headers: [("Location", "/\(ControlPath.index)\(request.target)"), ("Cache-Control", "no-store")])
            // Nor are the pages themselves.
            response.isRecorded = false
            return response
        }
        return engine.provider.page(for: request)
    }

    func tenant(
        of exchange: Exchange, _ route: Route, query: [(name: String, value: String)]
    ) async throws -> String {
        let tenant = try await tenant(of: exchange.request.head, route.access, exchange.trace)
        exchange.trace.tenant = tenant
        return tenant
    }

    private func tenant(
        of request: HTTPRequest, _ access: Route.Access, _ trace: RequestTrace
    ) async throws -> String {
        let authorization = request.headerFields[.authorization]
        switch access {
        case .open, .provider: return ""
        case .keyOrToken:
            if let token = APIKeys.bearer(authorization: authorization),
                let tenant = try await engine.provider.tenant(ofBearer: token, engine),
                try await engine.store.hasKey(tenant)
            {
                trace.usedToken = true
                return tenant
            }
            fallthrough
        case .key:
            try await engine.store.refresh(authorization: authorization)
            guard let tenant = engine.store.keys.keyID(authorization: authorization) else {
                throw SandboxError.wrongKey
            }
            if APIKeys.isKey(engine.provider.defaultKey, authorization: authorization) {
                try engine.checkDefaultKey(request)
            }
            return tenant
        }
    }

    func scenario(of request: HTTPRequest) throws(SandboxError) -> String? {
        guard let text = request.headerFields.value(SandboxRequest.scenarioField) else { return nil }
        guard engine.provider.scenarios.named(text) != nil else {
            throw .invalid(SandboxRequest.scenarioField, engine.provider.scenarios.refusal(of: text))
        }
        return text
    }

    func answer(_ refusal: SandboxError, to exchange: Exchange) -> SandboxResponse {
        var response =
            page(refusal, to: exchange)
            ?? .json(
                engine.provider.errorBody(
                    refusal, requestID: exchange.id, at: engine.now(of: exchange.trace.tenant)),
                status: refusal.status)
        for error in [refusal] + refusal.others {
            guard let assumption = error.assumption ?? engine.provider.assumption(of: error),
                !response.assumptions.contains(assumption)
            else { continue }
            response.assumptions.append(assumption)
        }
        switch (refusal.status, exchange.route?.access) {
        case (401, .provider): break
        // Also if an endpoint accepts the key in another way (RFC 9110 section 15.5.2).
        case (401, _): response.headers.append(("WWW-Authenticate", "Basic realm=\"API keys\""))
        case (503, _): response.headers.append(("Retry-After", "1"))
        default: break
        }
        return response
    }

    /// A browser gets a page where it wanted one.
    private func page(_ refusal: SandboxError, to exchange: Exchange) -> SandboxResponse? {
        guard exchange.isForPage, exchange.request.head.wantsPage else { return nil }
        return engine.provider.page(of: refusal, for: exchange.request(engine))
    }
}
