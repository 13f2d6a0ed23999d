/// Why no endpoint takes a request.
enum RoutingError: Error {
    case notFound
    /// The path is there for these methods.
    case methodNotAllowed([String])
}
