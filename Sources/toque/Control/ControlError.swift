import APIClient
import Sandbox
import ToqueEncoding

/// A failed call of the control API.
enum ControlError: Error, Sendable, CustomStringConvertible {
    /// The connection was refused, or a command that waits for a sandbox got no answer in its time.
    case unreachable(ServerURL, reason: String)
    /// The connection broke or stayed silent: no response, or an incomplete one.
    case interrupted(ServerURL, reason: String)
    /// A response that is not from a control API.
    case foreign(ServerURL, reason: String)
    /// The control API's error.
    case refused(status: Int, code: String, message: String, field: String?)

    /// - Parameter error: of AsyncHTTPClient, without a response.
    init(_ server: ServerURL, _ error: any Error) {
        let reason = ConnectionFault.reason(error)
        self =
            ConnectionFault.isInterruption(error)
            ? .interrupted(server, reason: reason) : .unreachable(server, reason: reason)
    }

    /// - Parameters:
    ///   - body: `{"code", "message", "field"?}` if the control API itself refused.
    ///   - sent: the members of the request.
    init(_ server: ServerURL, status: Int, body: JSON?, sent: JSON? = nil) {
        guard let code = body?["code"]?.stringValue, let message = body?["message"]?.stringValue else {
            self = .foreign(server, reason: "\(status)")
            return
        }
        let field = body?["field"]?.stringValue
        let value = field.flatMap { Self.secrets.contains($0) ? nil : sent?[$0]?.stringValue }
        self = .refused(status: status, code: code, message: Self.sentence(message, about: value), field: field)
    }

    /// Fields whose values an error must not repeat.
    private static let secrets: Set = ["secret", "token"]

    /// The sandbox's `Found X, expected Y.` and `Expected Y.` as the command line's own errors say it: `X is not Y`.
    static func sentence(_ message: String, about value: String?) -> String {
        let (found, expected) = ("Found ", "expected ")
        if message.hasPrefix(found), let range = message.firstRange(of: ", \(expected)") {
            let (what, form) = (message[..<range.lowerBound].dropFirst(found.count), message[range.upperBound...])
            return what == "nothing" ? "required: \(form)" : "\(what) is not \(form)"
        }
        let form = message.dropFirst(expected.count)
        guard let value, message.hasPrefix("Expected "), !form.hasPrefix("no ") else { return message }
        return "\(value.quoted) is not \(form)"
    }

    var isUnreachable: Bool {
        if case .unreachable = self { true } else { false }
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
}

extension CommandError {
    init(_ error: ControlError) {
        switch error {
        case .unreachable(let server, let reason):
            self.init(
                .unreachable, at: "\(server)", "no sandbox answers (\(reason))",
                hint: "start one with `toque simulate`, or pass another --server")
        case .interrupted(let server, let reason):
            self.init(
                .interrupted, at: "\(server)", "the connection broke (\(reason))", hint: "run the same command again")
        case .foreign(let server, let reason):
            self.init(
                .unreadableAnswer, at: "\(server)", "no control API of a sandbox answers (\(reason))",
                hint: "pass another --server, or start one with `toque simulate`")
        case .refused(_, code: "control_off", let message, _):
            self.init(
                .unreachable, message.uncapitalized,
                hint: "pass another --server, or leave out --no-control of `toque simulate`")
        case .refused(let status, let code, let message, let field):
            self.init(status, code, message.uncapitalized, field)
        }
    }

    /// A refusal of the control API.
    private init(_ status: Int, _ code: String, _ message: String, _ field: String?) {
        let place = field.map(Self.name(ofField:))
        switch (status, field) {
        case (401, _):
            self.init(
                .unauthorized, at: "--control-token-file", message,
                hint: "pass --control-token-file FILE, or set TOQUE_CONTROL_TOKEN_FILE or TOQUE_CONTROL_TOKEN")
        case (_, "tenant"):
            self.init(
                .notFound, at: place, message,
                hint: "pass another --tenant, or set TOQUE_API_KEY_ID; list them with `toque sandbox keys`")
        case (404, _): self.init(.notFound, at: place, message)
        case (400, .some) where code == "required": self.init(.missingArgument, at: place, message)
        case (400, .some) where code == "invalid": self.init(.invalidValue, at: place, message)
        default: self.init(.refused, at: place, message)
        }
    }

    /// A refusal of an action, an event or their parameters. It names options in place of the request's members.
    /// - Parameter command: for example `toque trigger payment.failed`.
    init(_ error: ControlError, of verb: ControlVerb, _ command: String) {
        let plain = CommandError(error)
        let message = verb.parameters.reduce(plain.message) { $0.replacing("`\($1.name)`", with: "--\($1.option)") }
        let operand = verb.operand.flatMap { plain.place == "--\($0.option)" ? "<\($0.name)>" : nil }
        self = CommandError(plain.code, at: operand ?? plain.place, message, hint: plain.hint).pointing(to: command)
    }

    /// The option or argument that sets a request's member.
    private static func name(ofField field: String) -> String {
        let arguments = [
            "event": "<event>", "action": "<action>", "scenario": "<name>", "seconds": "<time>", "url": "<url>",
        ]
        let files = ["secret": "--secret-file", "token": "--token-file"]
        return arguments[field] ?? files[field] ?? "--" + String(field.map { $0 == "_" ? "-" : $0 })
    }
}
