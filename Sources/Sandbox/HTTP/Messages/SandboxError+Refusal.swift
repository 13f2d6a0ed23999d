/// A request that comes without what it must bring.
enum AccessError: Error {
    case unauthorized
}

extension SandboxError {
    /// The refusal for whatever a request ended with.
    /// - Parameter onFault: called where it is no fault of the client's: a full disk, a damaged database.
    init(refusing error: any Error, onFault: () -> Void) {
        switch error {
        case let error as SandboxError: self = error
        case AccessError.unauthorized:
            self.init(
                status: 401, code: "authentication_failed",
                message: "The API key is missing or wrong; send HTTP Basic with the key's id and secret.")
        case RoutingError.notFound: self = .notFound("There is no such endpoint.")
        case RoutingError.methodNotAllowed(let routes):
            self.init(
                status: 405, code: "method_not_allowed", message: "This endpoint takes \(routes.methods).")
        default:
            onFault()
            self.init(
                status: 503, code: "service_unavailable",
                message: "The sandbox cannot serve this request; its log says why.")
        }
    }

    /// Of a refusal while too many bytes wait for clients.
    static let overloadedCode = "overloaded"

    /// Nothing can follow on the connection, or nothing should: the body was not read to its end, or the client is to
    /// come back later.
    var endsConnection: Bool { status == 408 || status == 413 || code == Self.overloadedCode }
}

extension [Route] {
    /// Their methods as in the header `Allow`.
    var methods: String { map(\.method).joined(separator: ", ") }
}
