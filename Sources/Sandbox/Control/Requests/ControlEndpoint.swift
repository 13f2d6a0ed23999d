/// An endpoint of the control API.
struct ControlEndpoint: Sendable {
    /// One sentence for the index.
    let summary: String
    /// Names of the parameters of its query, besides `tenant`.
    let query: [String]
    let route: Route

    /// - Parameters:
    ///   - path: without the prefix.
    ///   - isOpen: true for what everybody may see, also where control is off.
    ///   - bodyLimit: as in `Route`.
    init(
        _ method: String, _ path: String, _ summary: String, query: [String] = [], isOpen: Bool = false,
        bodyLimit: Int? = nil, handler: @escaping @Sendable (ControlRequest) async throws -> SandboxResponse
    ) {
        self.summary = summary
        self.query = query
        var route = Route(method, "\(ControlAPI.prefix)/\(path)", access: .open, bodyLimit: bodyLimit) { request in
            try await handler(ControlRequest(request, taking: query))
        }
        route.isVital = isOpen
        self.route = route
    }
}
