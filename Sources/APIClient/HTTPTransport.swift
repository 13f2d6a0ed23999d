/// Sends requests to a server. Tests may respond themselves.
public protocol HTTPTransport: Sendable {
    func send(_ request: APIRequest, to server: ServerURL) async throws(ConnectionError) -> APIAnswer
}

/// A request without a complete response.
public enum ConnectionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Possibly no server. The request did not get through.
    case unreachable(server: String, reason: String)
    /// The server accepted the connection and did not respond in time. It may have executed the request.
    case silent(server: String, reason: String)
    /// The connection ended before the response was complete. The server may have executed the request.
    case interrupted(server: String, reason: String)

    public var description: String {
        switch self {
        case .unreachable(let server, let reason): "\(server): no answer (\(reason))"
        case .silent(let server, let reason), .interrupted(let server, let reason):
            "\(server): the connection broke (\(reason))"
        }
    }
}

extension ConnectionError {
    /// - Parameter error: of AsyncHTTPClient, without a response.
    init(server: String, _ error: any Error) {
        let reason = ConnectionFault.reason(error)
        self =
            ConnectionFault.isSilence(error)
            ? .silent(server: server, reason: reason)
            : ConnectionFault.isInterruption(error)
                ? .interrupted(server: server, reason: reason) : .unreachable(server: server, reason: reason)
    }
}
