import ArgumentParser
import ToqueEncoding

/// Converts any error to its lines on stderr, its document on stdout with `--json`, and its exit code.
enum Failure {
    /// - Parameter arguments: the command line, without the program.
    /// - Returns: the exit code.
    static func report(_ error: any Error, _ arguments: [String] = []) -> Int32 {
        // The exit code of a child, or of a check whose result is printed.
        if let code = error as? ExitCode { return code.rawValue }
        if CommandError(of: error) == nil, Toque.exitCode(for: error) == .success {
            // The help or the version.
            try? Console.standard.result(withoutAddedDefaults(Toque.fullMessage(for: error)))
            return ExitStatus.success.rawValue
        }
        let command = Subcommands.path(arguments)
        let failure =
            CommandError(of: error)?.pointing(to: command) ?? CommandError(parsing: error, arguments, command)
            ?? CommandError(.unexpected, String(describing: error))
        // Two JSON documents on stdout would be invalid: after a result, its reader has the exit code.
        if wantsJSON(arguments), !Console.hasResult {
            try? Console.standard.result(failure.json.serialized(pretty: true))
        }
        Console.standard.error(failure.text(of: command))
        return failure.status.rawValue
    }

    /// Removes the argument parser's defaults, such as `(default: soft)` and `(values: soft, usb; default: soft)`: the
    /// options' own texts state all defaults in the same form, including those unknown to the parser.
    static func withoutAddedDefaults(_ help: String) -> String {
        help.replacing(/\s+\(default:\s[^)]*\)/, with: "").replacing(/;\s+default:\s[^)]*\)/, with: ")")
    }

    /// True if the command line requests JSON, even if the rest of it is invalid.
    private static func wantsJSON(_ arguments: [String]) -> Bool { arguments.prefix { $0 != "--" }.contains("--json") }
}
