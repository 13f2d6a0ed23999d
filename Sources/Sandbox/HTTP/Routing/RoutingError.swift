/// Why no endpoint takes a request.
enum RoutingError: Error {
    case notFound
    /// The path is there, for the methods of these endpoints.
    case methodNotAllowed([Route])
}
