import ToqueEncoding

/// A failure of a command: the place, the problem and the solution.
struct CommandError: Error, CustomStringConvertible, Sendable {
    let code: ErrorCode
    /// The option, argument, variable, file or URL at fault; nil for the whole command.
    let place: String?
    /// The problem, without a final period.
    let message: String
    /// The solution: a command, or a clause.
    let hint: String?

    init(_ code: ErrorCode, at place: String? = nil, _ message: String, hint: String? = nil) {
        self.code = code
        self.place = place
        self.message = message.asClause
        self.hint = hint
    }

    /// The error for invalid text.
    /// - Parameter expected: for example `a port (0 to 65535)`.
    static func invalid(_ place: String, _ found: String, expected: String, hint: String? = nil) -> CommandError {
        CommandError(.invalidValue, at: place, "\(found.quoted) is not \(expected)", hint: hint)
    }

    /// The error for an invalid server URL, without a password or a token in it.
    /// - Parameter option: that names a server.
    static func invalid(server url: String, _ place: String, option: String = "--server") -> CommandError {
        let expected = "http://HOST:PORT or https://HOST"
        let hint = "pass \(option) \(ControlOptions.defaultServer)"
        guard !url.contains("@") else {
            return CommandError(.invalidValue, at: place, "a URL with user information is not \(expected)", hint: hint)
        }
        guard !url.contains(where: { "?#".contains($0) }) else {
            return CommandError(
                .invalidValue, at: place, "a URL with a query or a fragment is not \(expected)", hint: hint)
        }
        return .invalid(place, url, expected: expected, hint: hint)
    }

    var status: ExitStatus { code.status }

    /// With a hint to the command's help, if the command line is wrong and there is no other hint.
    func pointing(to command: String) -> CommandError {
        guard hint == nil, status == .usage else { return self }
        return CommandError(code, at: place, message, hint: "see `\(command) --help`")
    }

    /// Place and message, for use in other sentences.
    var description: String { (place.map { "\($0): " } ?? "") + message }

    /// Place, message and hint, for errors with a single text.
    var sentence: String { description + (hint.map { "; \($0)" } ?? "") }

    /// The lines on stderr.
    /// - Parameter command: for example `toque pay`, shown if the error has no place of its own.
    func text(of command: String) -> String {
        let error = "error: \(place ?? command): \(message)".onOneLine
        return hint.map { "\(error)\nhint: \($0.onOneLine)" } ?? error
    }

    /// The stdout document of a command with `--json`.
    var json: JSON {
        [
            "error": [
                "code": .string(code.rawValue), "message": .string(message.onOneLine), "hint": .text(hint?.onOneLine),
                "field": .text(place),
            ]
        ]
    }
}
