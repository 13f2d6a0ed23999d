import APIClient

/// A failed call of the provider's API.
public enum PixClientError: Error, Sendable, CustomStringConvertible {
    /// No response, and possibly no server.
    case unreachable(server: String, reason: String)
    /// The connection ended before the response was complete.
    case interrupted(server: String, reason: String)
    /// The server responded with an error; the items of its error array.
    case refused(request: String, status: Int, errors: [APIErrorItem])
    /// The response does not match the API.
    case unreadable(request: String, reason: String)
    /// The polled result did not arrive in time.
    case timedOut(what: String, after: Duration)

    /// True if communication failed, false if the server refused.
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
