import Hummingbird
import Logging
import NIOCore
import ToqueEncoding

/// From an HTTP request to an answer: route, key, body, handler; and a record of it. Nothing that comes from outside
/// ends as a 500.
struct SandboxResponder: HTTPResponder {
    typealias Context = SandboxRequestContext

    let engine: Engine
    let routes: RouteTable
    let control: ControlResponder
    let recorder: ExchangeRecorder
    let limits: ServerLimits
    let deadline: HandlerDeadline
    let logger: Logger

    init(_ engine: Engine) {
        self.engine = engine
        limits = engine.configuration.limits
        deadline = HandlerDeadline(limits.handlerTime)
        logger = engine.configuration.logger
        routes = RouteTable(engine.provider.routes, prefixes: engine.provider.prefixes)
        control = ControlResponder(ControlAPI(engine: engine))
        recorder = ExchangeRecorder(engine: engine, routes: routes, logger: logger)
    }

    func respond(to request: Request, context: Context) async throws -> Response {
        var exchange = Exchange(request)
        var response: SandboxResponse
        do {
            response =
                exchange.isControl
                ? await control.respond(to: &exchange, context.channel) : try await answer(&exchange, context.channel)
        } catch {
            response = refuse(error, &exchange)
        }
        response.headers.append(("X-Request-Id", exchange.id))
        if !response.assumptions.isEmpty {
            response.headers.append(("X-Toque-Assumed", response.assumptions.joined(separator: ", ")))
        }
        if engine.isFrozen(exchange.trace.tenant), !exchange.isControl {
            response.headers.append((Self.clockField, "frozen"))
        }
        if exchange.endsConnection(readingUpTo: limits.bodySize) { response.headers.append(("Connection", "close")) }
        return try await deliver(response, exchange, context.channel)
    }

    private func answer(_ exchange: inout Exchange, _ channel: any Channel) async throws -> SandboxResponse {
        let request = exchange.request
        try engine.metrics.connections.checkPressure(limits)
        let (route, parameters) = try routes.route(method: exchange.routedMethod, path: exchange.path)
        exchange.route = route
        let tenant = try await tenant(request, route)
        exchange.trace.tenant = tenant
        guard let query = FormURLEncoding.decode(exchange.query) else {
            throw SandboxError(status: 400, code: "invalid", message: "The query is not UTF-8.")
        }
        let scenario = try scenario(request)
        try await exchange.receiveBody(upTo: route.bodyLimit ?? limits.bodySize, over: channel)
        let sandboxRequest = SandboxRequest(
            id: exchange.id, path: exchange.path, parameters: parameters, query: query, body: exchange.body,
            head: request.head, tenant: tenant, scenario: scenario, engine: engine, trace: exchange.trace)
        let response = try await deadline.run { try await route.handler(sandboxRequest) }
        // Of many answers that are made at once, too many are dropped; what has changed something is always answered.
        if exchange.routedMethod == "GET" { try engine.metrics.connections.checkPressure(limits) }
        return response
    }

    private func tenant(_ request: Request, _ route: Route) async throws -> String {
        let authorization = request.headers[.authorization]
        switch route.access {
        case .open: return ""
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
                throw AccessError.unauthorized
            }
            if APIKeys.isDefaultKey(authorization: authorization) { try engine.checkDefaultKey(request.head) }
            return tenant
        }
    }

    /// `frozen` where nothing happens by itself for the tenant, so that a client does not wait unknowing.
    static let clockField = "X-Toque-Clock"

    private func scenario(_ request: Request) throws(SandboxError) -> String? {
        guard let text = request.headers.value(SandboxRequest.scenarioField) else { return nil }
        guard engine.provider.scenarios.named(text) != nil else {
            throw .invalid(SandboxRequest.scenarioField, engine.provider.scenarios.refusal(of: text))
        }
        return text
    }

    private func refuse(_ error: any Error, _ exchange: inout Exchange) -> SandboxResponse {
        let refusal = SandboxError(refusing: error) { logger.error("request \(exchange.id) failed: \(error)") }
        exchange.refusal = refusal
        var response = SandboxResponse.json(
            engine.provider.errorBody(refusal, requestID: exchange.id), status: refusal.status)
        response.assumptions = [refusal.assumption ?? engine.provider.assumption(of: refusal)].compactMap { $0 }
        switch error {
        case RoutingError.methodNotAllowed(let routes):
            response.headers.append(("Allow", routes.methods))
        case RoutingError.notFound:
            let nearest = routes.nearest(method: exchange.routedMethod, path: exchange.path)
            if let nearest { response.headers.append(("X-Toque-Nearest", "\(nearest)")) }
        default: break
        }
        // Also where an endpoint takes the key by another way (RFC 9110 section 15.5.2).
        if refusal.status == 401 { response.headers.append(("WWW-Authenticate", "Basic realm=\"API keys\"")) }
        if refusal.status == 503 { response.headers.append(("Retry-After", "1")) }
        return response
    }

    /// The answer as it leaves, with what goes wrong on its way.
    private func deliver(
        _ response: SandboxResponse, _ exchange: Exchange, _ channel: any Channel
    ) async throws -> Response {
        for case .slow(let delay) in response.faults { try? await Task.sleep(for: delay) }
        // Who looks on is no part of what is looked at.
        if !exchange.isControl { recorder.record(exchange, response) }
        if response.faults.contains(.connectionReset) { try await WireFault.reset(channel) }
        if let chunks = response.stream, exchange.request.method != .head {
            return Response(response, streaming: chunks, over: channel)
        }
        return exchange.request.method == .head ? Response(response).createHeadResponse() : Response(response)
    }
}
