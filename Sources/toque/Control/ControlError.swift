import APIClient
import ToqueEncoding

/// A call of the control API that gave no result.
enum ControlError: Error, Sendable, CustomStringConvertible {
    /// Nobody took the connection.
    case unreachable(ServerURL, reason: String)
    /// A connection that broke or stayed silent: no answer, or half of one.
    case interrupted(ServerURL, reason: String)
    /// An answer that is none of a control API.
    case foreign(ServerURL, reason: String)
    /// The control API's error.
    case refused(status: Int, code: String, message: String, field: String?)

    /// - Parameter error: of AsyncHTTPClient, which gave no answer.
    init(_ server: ServerURL, _ error: any Error) {
        let reason = ConnectionFault.reason(error)
        self =
            ConnectionFault.isInterruption(error)
            ? .interrupted(server, reason: reason) : .unreachable(server, reason: reason)
    }

    /// - Parameter body: `{"code", "message", "field"?}` where the control API itself refused.
    init(_ server: ServerURL, status: Int, body: JSON?) {
        guard let code = body?["code"]?.stringValue, let message = body?["message"]?.stringValue else {
            self = .foreign(server, reason: "\(status)")
            return
        }
        self = .refused(status: status, code: code, message: message, field: body?["field"]?.stringValue)
    }

    var description: String {
        switch self {
        case .unreachable(let server, let reason): "\(server): no sandbox answers (\(reason))"
        case .interrupted(let server, let reason): "\(server): the connection broke (\(reason))"
        case .foreign(let server, let reason): "\(server): no control API of a sandbox answers (\(reason))"
        case .refused(_, _, let message, let field):
            (field.map { "\($0): " } ?? "") + message.asClause
        }
    }

    /// What to try.
    var hint: String? {
        switch self {
        case .unreachable: "toque simulate, which starts one, or another --server"
        case .interrupted: "the same command again"
        case .foreign, .refused(_, code: "control_off", _, _):
            "another --server, or toque simulate without --no-control"
        case .refused(401, _, _, _): "--control-token-file FILE, TOQUE_CONTROL_TOKEN_FILE or TOQUE_CONTROL_TOKEN"
        case .refused(_, _, _, field: "tenant"): "another --tenant or TOQUE_API_KEY_ID; toque sandbox keys lists them"
        case .refused: nil
        }
    }

    var status: ExitStatus {
        switch self {
        case .unreachable, .interrupted, .foreign, .refused(_, code: "control_off", _, _): .unreachable
        case .refused: .failed
        }
    }
}
