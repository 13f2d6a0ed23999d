import HTTPTypes
import ToqueEncoding

/// What is different between the provider's API and control on a request's way through the `RequestPipeline`.
protocol Surface: Sendable {
    var routes: RouteTable { get }
    /// Nil where handlers take as long as they need.
    var deadline: HandlerDeadline? { get }
    /// Nil where requests are not written down.
    var recorder: ExchangeRecorder? { get }

    /// Refuses a caller who is not even told which endpoints there are.
    func admit(_ request: HTTPRequest) throws(SandboxError)

    /// Whose request it is; empty where that is not known before the body.
    /// - Throws: `SandboxError` where it comes without what it must bring.
    func tenant(
        of exchange: Exchange, _ route: Route, query: [(name: String, value: String)]
    ) async throws -> String

    /// Name of the scenario that the request chooses.
    /// - Throws: `SandboxError` where there is none of this name.
    func scenario(of request: HTTPRequest) throws(SandboxError) -> String?

    /// Refuses a request for what it has in it.
    func check(_ request: SandboxRequest) throws

    /// A refusal in the surface's form.
    func answer(_ refusal: SandboxError, to exchange: Exchange) -> SandboxResponse
}

/// The provider's API, and the pages behind it.
struct APISurface: Surface {
    let engine: Engine
    let routes: RouteTable
    let deadline: HandlerDeadline?
    let recorder: ExchangeRecorder?

    /// - Parameter routes: those of the provider's that are served here.
    init(_ engine: Engine, _ routes: [Route]) {
        self.engine = engine
        self.routes = RouteTable(routes, prefixes: engine.provider.prefixes)
        deadline = HandlerDeadline(engine.configuration.limits.handlerTime)
        // What is secret in a path is so wherever it is asked for.
        let table = RouteTable(engine.provider.routes, prefixes: engine.provider.prefixes)
        recorder = ExchangeRecorder(engine: engine, routes: table, logger: engine.configuration.logger)
    }

    func admit(_ request: HTTPRequest) {}

    func check(_ request: SandboxRequest) throws { try engine.provider.check(request) }

    func tenant(
        of exchange: Exchange, _ route: Route, query: [(name: String, value: String)]
    ) async throws -> String {
        let tenant = try await tenant(of: exchange.request.head, route.access)
        exchange.trace.tenant = tenant
        return tenant
    }

    private func tenant(of request: HTTPRequest, _ access: Route.Access) async throws -> String {
        let authorization = request.headerFields[.authorization]
        switch access {
        case .open, .provider: return ""
        case .keyOrToken:
            if let token = APIKeys.bearer(authorization: authorization),
                let tenant = try await engine.provider.tenant(ofBearer: token, engine),
                engine.store.keys.contains(tenant)
            {
                return tenant
            }
            fallthrough
        case .key:
            guard let tenant = engine.store.keys.keyID(authorization: authorization) else {
                throw SandboxError(
                    status: 401, code: "authentication_failed",
                    message: "The API key is missing or wrong; send HTTP Basic with the key's id and secret.")
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
        let body = engine.provider.errorBody(
            refusal, requestID: exchange.id, at: engine.now(of: exchange.trace.tenant))
        var response = SandboxResponse.json(body, status: refusal.status)
        response.assumptions = [refusal.assumption ?? engine.provider.assumption(of: refusal)].compactMap { $0 }
        switch (refusal.status, exchange.route?.access) {
        case (401, .provider): break
        // Also where an endpoint takes the key by another way (RFC 9110 section 15.5.2).
        case (401, _): response.headers.append(("WWW-Authenticate", "Basic realm=\"API keys\""))
        case (503, _): response.headers.append(("Retry-After", "1"))
        default: break
        }
        return response
    }
}
