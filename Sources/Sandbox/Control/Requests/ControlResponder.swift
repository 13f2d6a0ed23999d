import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ToqueEncoding

/// From an HTTP request under `/_toque` to an answer: who asks, endpoint, tenant, body, handler.
struct ControlResponder: Sendable {
    private let engine: Engine
    private let routes: RouteTable
    private let caller: ControlGuard
    private let logger: Logger

    init(_ api: ControlAPI) {
        engine = api.engine
        routes = RouteTable(api.endpoints.map(\.route))
        caller = ControlGuard(token: engine.configuration.control.token)
        logger = engine.configuration.logger
    }

    /// The answer; a refusal too.
    func respond(to exchange: inout Exchange, _ channel: any Channel) async -> SandboxResponse {
        do {
            return try await answer(&exchange, channel)
        } catch {
            let id = exchange.id
            let refusal = SandboxError(refusing: error) { logger.error("control request \(id) failed: \(error)") }
            exchange.refusal = refusal
            var response = SandboxResponse.json(refusal.controlJSON(requestID: id), status: refusal.status)
            if refusal.status == 401 { response.headers.append(("WWW-Authenticate", "Bearer")) }
            switch error {
            case RoutingError.methodNotAllowed(let routes): response.headers.append(("Allow", routes.methods))
            case RoutingError.notFound:
                let nearest = routes.nearest(method: exchange.routedMethod, path: exchange.path)
                if let nearest { response.headers.append(("X-Toque-Nearest", "\(nearest)")) }
            default: break
            }
            return response
        }
    }

    private func answer(_ exchange: inout Exchange, _ channel: any Channel) async throws -> SandboxResponse {
        let request = exchange.request
        let found = Result { [exchange] () throws(RoutingError) in
            try routes.route(method: exchange.routedMethod, path: exchange.path)
        }
        let isOpen = (try? found.get())?.route.access == .open
        if !isOpen {
            try engine.metrics.connections.checkPressure(engine.configuration.limits)
            guard engine.configuration.control.isEnabled else {
                throw SandboxError(
                    status: 404, code: "control_off", message: "The control API is turned off.")
            }
            // Before anything else is told: what there is, is nobody else's business.
            try caller.checkCaller(request.head, publicURL: engine.publicURL)
        }
        let (route, parameters) = try found.get()
        guard let query = FormURLEncoding.decode(exchange.query) else {
            throw SandboxError(status: 400, code: "invalid", message: "The query is not UTF-8.")
        }
        let tenant = isOpen ? "" : try tenant(query)
        try await exchange.receiveBody(upTo: route.bodyLimit ?? engine.configuration.limits.bodySize, over: channel)
        try caller.checkContentType(request.head, isBodyEmpty: exchange.body.isEmpty)
        let response = try await route.handler(
            SandboxRequest(
                id: exchange.id, path: exchange.path, parameters: parameters, query: query, body: exchange.body,
                head: request.head, tenant: tenant, scenario: nil, engine: engine))
        // As with the API's answers.
        if !isOpen, exchange.routedMethod == "GET" {
            try engine.metrics.connections.checkPressure(engine.configuration.limits)
        }
        return response
    }

    /// The tenant that the query names, else that of the first configured key.
    private func tenant(_ query: [(name: String, value: String)]) throws(SandboxError) -> String {
        let named = query.last { $0.name == "tenant" }?.value ?? engine.configuration.keys.first?.id
        guard let named, engine.store.keys.contains(named) else {
            throw SandboxError(
                status: 404, code: "not_found", message: "There is no API key with this id.", field: "tenant")
        }
        return named
    }
}

extension SandboxError {
    /// `{"code", "message", "field"?, "request_id"}`.
    fileprivate func controlJSON(requestID: String) -> JSON {
        var members: JSONObject = ["code": .string(code), "message": .string(message)]
        members["field"] = field.map(JSON.string)
        members["request_id"] = .string(requestID)
        return .object(members)
    }
}

extension Exchange {
    /// Whether the path is one of the control API's.
    var isControl: Bool {
        path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 1).first.map { Substring($0) == ControlAPI.prefix }
            ?? false
    }
}
