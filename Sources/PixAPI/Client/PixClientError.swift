import APIClient

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
            PollingTimeout(what: what, after: duration).description
        }
    }
}

extension PixClientError {
    init(_ error: ConnectionError) {
        switch error {
        case .unreachable(let server, let reason): self = .unreachable(server: server, reason: reason)
        case .silent(let server, let reason), .interrupted(let server, let reason):
            self = .interrupted(server: server, reason: reason)
        }
    }

    package init(_ timeout: PollingTimeout) { self = .timedOut(what: timeout.what, after: timeout.after) }
}
