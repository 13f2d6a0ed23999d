/// An endpoint of the control API.
struct ControlEndpoint: Sendable {
    /// One sentence for the index.
    let summary: String
    /// Names of its query parameters, besides `tenant`.
    let query: [String]
    let route: Route

    /// - Parameters:
    ///   - path: without the prefix.
    ///   - isOpen: true for public endpoints, which are served even if control is off.
    ///   - bodyLimit: as in `Route`.
    init(
        _ method: String, _ path: String, _ summary: String, query: [String] = [], isOpen: Bool = false,
        bodyLimit: Int? = nil, handler: @escaping Route.Handler
    ) {
        self.summary = summary
        self.query = query
        var route = Route(method, "\(ControlAPI.prefix)/\(path)", access: .open, bodyLimit: bodyLimit) { request in
            try SandboxRequest.checkJSON(request.head, isBodyEmpty: request.body.isEmpty)
            try request.checkQuery(takes: query)
            return try await handler(request)
        }
        route.isVital = isOpen
        self.route = route
    }
}
