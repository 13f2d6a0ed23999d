import Hummingbird
import Logging
import NIOCore
import ToqueEncoding

/// The way of every request from HTTP to its answer. What differs between the API and control is the `Surface`'s.
///
/// 1. The first segment of the path says whose endpoints are asked.
/// 2. Method and path lead to a route. That there is none is told behind step 4 only.
/// 3. While too many bytes wait for clients that do not read them, the request is refused.
/// 4. The surface admits the caller.
/// 5. The surface finds the tenant; the query and the wanted scenario are read.
/// 6. The body is received, within its limit.
/// 7. The provider looks for what it does not take. The route asks it whose request it is, where that takes the body, and
///    its handler answers in its time.
/// 8. What went wrong becomes a refusal in the surface's form: nothing that comes from outside ends as a 500.
/// 9. Every answer gets the engine's headers, and is written down before it leaves.
/// 10. It leaves, with the faults of the network that its scenario wants.
struct RequestPipeline: HTTPResponder {
    /// What comes with a request: the connection, for what is no ordinary answer.
    struct Context: RequestContext {
        var coreContext: CoreRequestContextStorage
        let channel: any Channel

        init(source: ApplicationRequestContextSource) {
            coreContext = CoreRequestContextStorage(source: source)
            channel = source.channel
        }
    }

    private let engine: Engine
    private let limits: ServerLimits
    private let api: any Surface
    private let control: (any Surface)?

    /// - Parameter control: nil where control is not served.
    init(_ engine: Engine, api: any Surface, control: (any Surface)?) {
        self.engine = engine
        self.api = api
        self.control = control
        limits = engine.configuration.limits
    }

    func respond(to request: Request, context: Context) async throws -> Response {
        var exchange = Exchange(request)
        // 1.
        let surface = exchange.isControl ? control ?? api : api
        var response: SandboxResponse
        do {
            response = try await answer(&exchange, surface, context.channel)
        } catch {
            response = refuse(error, &exchange, surface)
            // Where a refusal names what was found, it may be a secret in a place where none belongs.
            let tenant = exchange.trace.tenant
            for secret in engine.guardedSecrets(of: tenant.isEmpty ? nil : tenant) {
                secret.blotOut(of: &response.body)
            }
        }
        // 9.
        response.headers.append(("X-Request-Id", exchange.id))
        if !response.assumptions.isEmpty {
            response.headers.append(("X-Toque-Assumed", response.assumptions.joined(separator: ", ")))
        }
        // Nothing happens by itself for the tenant: a client is not to wait unknowing.
        if engine.isFrozen(exchange.trace.tenant) { response.headers.append(("X-Toque-Clock", "frozen")) }
        if exchange.endsConnection(readingUpTo: limits.bodySize) { response.headers.append(("Connection", "close")) }
        return try await deliver(response, exchange, surface.recorder, context.channel)
    }

    private func answer(
        _ exchange: inout Exchange, _ surface: any Surface, _ channel: any Channel
    ) async throws -> SandboxResponse {
        // 2.
        let (method, path) = (exchange.routedMethod, exchange.path)
        let found = Result { () throws(RoutingError) in try surface.routes.route(method: method, path: path) }
        let isVital = (try? found.get())?.route.isVital ?? false
        if !isVital {
            // 3.
            try engine.metrics.connections.checkPressure(limits)
            // 4.
            try surface.admit(exchange.request.head)
        }
        let query = FormURLEncoding.decode(exchange.query)
        if case .failure(let error) = found {
            // The journal has the addresses of such requests too.
            try surface.check(
                SandboxRequest(
                    id: exchange.id, path: path, parameters: [:], query: query ?? [], body: [],
                    head: exchange.request.head, tenant: "", scenario: nil, engine: engine, trace: exchange.trace))
            throw error
        }
        let (route, parameters) = try found.get()
        exchange.route = route
        // 5.
        let tenant = try await surface.tenant(of: exchange, route, query: query ?? [])
        guard let query else { throw SandboxError(status: 400, code: "invalid", message: "The query is not UTF-8.") }
        let scenario = try surface.scenario(of: exchange.request.head)
        // 6.
        try await exchange.receiveBody(upTo: route.bodyLimit ?? limits.bodySize, over: channel)
        // 7.
        let request = SandboxRequest(
            id: exchange.id, path: path, parameters: parameters, query: query, body: exchange.body,
            head: exchange.request.head, tenant: tenant, scenario: scenario, engine: engine, trace: exchange.trace)
        try surface.check(request)
        let response =
            if let deadline = surface.deadline {
                try await deadline.run { try await route.answer(request) }
            } else {
                try await route.answer(request)
            }
        // Of many answers that are made at once, too many are dropped; what has changed something is always answered.
        if !isVital, method == "GET" { try engine.metrics.connections.checkPressure(limits) }
        return response
    }

    /// 8.
    private func refuse(_ error: any Error, _ exchange: inout Exchange, _ surface: any Surface) -> SandboxResponse {
        let refusal = SandboxError(refusing: error) {
            engine.configuration.logger.error("request \(exchange.id) failed: \(error)")
        }
        exchange.refusal = refusal
        if let error = error as? ProviderRefusal { return error.response }
        var response = surface.answer(refusal, to: exchange)
        switch error {
        case RoutingError.methodNotAllowed(let routes): response.headers.append(("Allow", routes.methods))
        case RoutingError.notFound:
            let nearest = surface.routes.nearest(method: exchange.routedMethod, path: exchange.path)
            if let nearest { response.headers.append(("X-Toque-Nearest", "\(nearest)")) }
        default: break
        }
        return response
    }

    private func deliver(
        _ response: SandboxResponse, _ exchange: Exchange, _ recorder: ExchangeRecorder?, _ channel: any Channel
    ) async throws -> Response {
        for case .slow(let delay) in response.faults { try? await Task.sleep(for: delay) }
        recorder?.record(exchange, response)
        // 10.
        if response.faults.contains(.connectionReset) { try await WireFault.reset(channel) }
        if let chunks = response.stream, exchange.request.method != .head {
            return Response(response, streaming: chunks, over: channel)
        }
        return exchange.request.method == .head ? Response(response).createHeadResponse() : Response(response)
    }
}
