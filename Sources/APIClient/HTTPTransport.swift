/// Carries requests to a server. AsyncHTTPClient does; a test may answer by itself.
public protocol HTTPTransport: Sendable {
    func send(_ request: APIRequest, to server: ServerURL) async throws(ConnectionError) -> APIAnswer
}

/// A request that got no whole answer.
public enum ConnectionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Nobody may be there to answer. The request did not get through.
    case unreachable(server: String, reason: String)
    /// Somebody took the connection and did not answer in time. The request may have been carried out.
    case silent(server: String, reason: String)
    /// Somebody took the connection, which ended before a whole answer came. The request may have been carried out.
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
    /// - Parameter error: of AsyncHTTPClient, which gave no answer.
    init(server: String, _ error: any Error) {
        let reason = ConnectionFault.reason(error)
        self =
            ConnectionFault.isSilence(error)
            ? .silent(server: server, reason: reason)
            : ConnectionFault.isInterruption(error)
                ? .interrupted(server: server, reason: reason) : .unreachable(server: server, reason: reason)
    }
}
