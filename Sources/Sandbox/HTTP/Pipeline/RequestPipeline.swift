import Hummingbird
import Logging
import NIOCore
import ToqueEncoding

/// The path of every request to its response. The `Surface` holds the differences between the API and control.
///
/// 1. The first segment of the path selects the surface.
/// 2. Method and path select a route. A missing route is reported only after step 4.
/// 3. While too many bytes of responses are unread, the request is refused.
/// 4. The surface admits the caller.
/// 5. The surface identifies the tenant; the query and the requested scenario are read.
/// 6. The body is received, within its limit.
/// 7. The provider checks the content. The route identifies the tenant, if that takes the body, and its handler
/// responds within its time limit.
/// 8. Errors become refusals in the surface's form: no input leads to a 500.
/// 9. Every response gets the engine's headers and is recorded before it leaves, unless it is a file of pages.
/// 10. It leaves, with the network faults of its scenario.
struct RequestPipeline: HTTPResponder {
    /// The connection of a request, for unusual responses.
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
    private let pages: [ControlPageSurface]

    /// - Parameters:
    ///   - control: nil if control is not served.
    ///   - pages: for the people who may use control.
    init(_ engine: Engine, api: any Surface, control: (any Surface)?, pages: [ControlPageSurface] = []) {
        self.engine = engine
        self.api = api
        self.control = control
        self.pages = pages
        limits = engine.configuration.limits
    }

    func respond(to request: Request, context: Context) async throws -> Response {
        var exchange = Exchange(request)
        // 1.
        let surface = surface(for: exchange)
        var response: SandboxResponse
        do {
            response = try await answer(&exchange, surface, context.channel)
        } catch {
            response = refuse(error, &exchange, surface)
            // If a refusal quotes the input, that may be a secret in a place where none belongs.
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
        // Timers do not fire for this tenant: a waiting client should know.
        if engine.isFrozen(exchange.trace.tenant) { response.headers.append(("X-Toque-Clock", "frozen")) }
        if exchange.endsConnection(readingUpTo: limits.bodySize) { response.headers.append(("Connection", "close")) }
        return try await deliver(response, exchange, surface.recorder, context.channel)
    }

    private func surface(for exchange: Exchange) -> any Surface {
        let root = exchange.root
        let found = pages.first { $0.root == root }
        guard exchange.isControl, let control else { return found ?? api }
        return exchange.isControlPage ? found ?? control : control
    }

    private func answer(
        _ exchange: inout Exchange, _ surface: any Surface, _ channel: any Channel
    ) async throws -> SandboxResponse {
        // 2.
        let (method, path) = (exchange.routedMethod, exchange.path)
        let found = Result { () throws(RoutingError) in try surface.routes.route(method: method, path: path) }
        exchange.isForPage = found.isForPage
        let isVital = (try? found.get())?.route.isVital ?? false
        if !isVital {
            // 3.
            try engine.metrics.connections.checkPressure(limits)
            // 4.
            try surface.admit(exchange.request.head)
        }
        let query = FormURLEncoding.decode(exchange.query)
        if case .failure(let error) = found {
            let request = exchange.request(engine)
            // The journal records the paths of such requests too.
            try surface.check(request)
            if let page = surface.page(for: request) { return page }
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
        // If many responses are produced at once, too many are dropped. Requests that may have changed something always
        // get theirs.
        if !isVital, method == "GET" { try engine.metrics.connections.checkPressure(limits) }
        return response
    }

    /// 8.
    private func refuse(_ error: any Error, _ exchange: inout Exchange, _ surface: any Surface) -> SandboxResponse {
        var refusal = SandboxError(refusing: error) {
            guard !engine.store.health.covers(error, ofRequest: true) else { return }
            engine.configuration.logger.error("request \(exchange.id) failed: \(error)")
        }
        // The request's own key was removed while it ran.
        if refusal == .noTenant, !exchange.trace.tenant.isEmpty { refusal = .wrongKey }
        var nearest: Route?
        if case RoutingError.notFound = error {
            nearest = surface.routes.nearest(method: exchange.routedMethod, path: exchange.path)
            exchange.isForPage = nearest?.isPage ?? false
            if let nearest { refusal = .notFound("There is no such path; nearest: \(nearest).") }
        }
        exchange.refusal = refusal
        if let error = error as? ProviderRefusal { return error.response }
        var response = surface.answer(refusal, to: exchange)
        if error is any DescribedStorageError { response.headers.append(("Retry-After", "1")) }
        if let nearest { response.headers.append(("X-Toque-Nearest", "\(nearest)")) }
        if case RoutingError.methodNotAllowed(let routes) = error { response.headers.append(("Allow", routes.methods)) }
        return response
    }

    private func deliver(
        _ response: SandboxResponse, _ exchange: Exchange, _ recorder: ExchangeRecorder?, _ channel: any Channel
    ) async throws -> Response {
        for case .slow(let delay) in response.faults { try? await Task.sleep(for: delay) }
        if response.isRecorded { await recorder?.record(exchange, response) }
        // 10.
        if response.faults.contains(.connectionReset) { try await WireFault.reset(channel) }
        if let chunks = response.stream, exchange.request.method != .head {
            return Response(response, streaming: chunks, over: channel)
        }
        return exchange.request.method == .head ? Response(response).createHeadResponse() : Response(response)
    }
}

extension Result<(route: Route, parameters: [String: String]), RoutingError> {
    /// True if a page is there, perhaps not for this method.
    fileprivate var isForPage: Bool {
        switch self {
        case .success(let found): found.route.isPage
        case .failure(.methodNotAllowed(let routes)): routes.contains(where: \.isPage)
        case .failure(.notFound), .failure(.malformedPath): false
        }
    }
}
