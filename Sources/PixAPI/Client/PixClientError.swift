/// A call of the provider's API that gave no result.
public enum PixClientError: Error, Sendable, CustomStringConvertible {
    /// No answer came, and nobody may be there to give one.
    case unreachable(server: String, reason: String)
    /// The server took the connection, which ended before a whole answer came.
    case interrupted(server: String, reason: String)
    /// The server answered with an error; the items of its error array.
    case refused(request: String, status: Int, errors: [APIErrorItem])
    /// An answer that is not what the API promises.
    case unreadable(request: String, reason: String)
    /// What was polled for did not come in time.
    case timedOut(what: String, after: Duration)

    /// True where the server could not be talked to, rather than said no.
    public var isUnreachable: Bool {
        switch self {
        case .unreachable, .interrupted, .unreadable: true
        case .refused, .timedOut: false
        }
    }

    public var description: String {
        switch self {
        case .unreachable(let server, let reason):
            "\(server): no answer (\(reason))"
        case .interrupted(let server, let reason): "\(server): the connection broke (\(reason))"
        case .refused(let request, let status, let errors):
            "\(request): \(status)\(errors.isEmpty ? "" : " ")\(errors.map(\.description).joined(separator: "; "))"
        case .unreadable(let request, let reason): "\(request): the answer cannot be read: \(reason)"
        case .timedOut(let what, let duration):
            "\(what): no result within \(duration.components.seconds) s"
        }
    }
}

extension PixClientError {
    /// - Parameter error: of AsyncHTTPClient, which gave no answer.
    init(server: String, _ error: any Error) {
        let reason = ConnectionFault.reason(error)
        self =
            ConnectionFault.isInterruption(error)
            ? .interrupted(server: server, reason: reason) : .unreachable(server: server, reason: reason)
    }
}
