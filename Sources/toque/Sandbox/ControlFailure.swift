import Glibc
import NIOCore
import PixAPI
import ToqueEncoding

/// What a call of the control API that gave no result means to a person.
enum ControlFailure {
    /// No answer, or half of one.
    static func unreachable(_ server: ServerURL, _ error: any Error) -> CommandError {
        // The system's own words where it has some: an `IOError` describes itself with the call that failed.
        let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
        return CommandError(
            .unreachable, "\(server): no sandbox answers (\(reason))",
            try: "toque simulate, which starts one, or another --server")
    }

    /// An answer that is none of a control API.
    static func foreign(_ server: ServerURL, reason: String) -> CommandError {
        CommandError(
            .unreachable, "\(server): no control API of a sandbox answers (\(reason))",
            try: "another --server, or toque simulate without --no-control")
    }

    /// - Parameter body: `{"code", "message", "field"?}` where the control API itself refused.
    static func refused(_ server: ServerURL, status: Int, body: JSON?, hasToken: Bool) -> CommandError {
        guard let code = body?["code"]?.stringValue, let message = body?["message"]?.stringValue else {
            return foreign(server, reason: "\(status)")
        }
        let field = body?["field"]?.stringValue.map { "\($0): " } ?? ""
        let text = "\(field)\(message)"
        switch (status, code) {
        case (401, _):
            return CommandError(
                .failed, "\(server): \(hasToken ? "the control token is wrong" : "the control API wants a token")",
                try: "--control-token-file FILE, or TOQUE_CONTROL_TOKEN_FILE")
        default:
            return CommandError(.failed, text)
        }
    }
}
