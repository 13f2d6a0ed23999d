/// The exit codes of every command.
enum ExitStatus: Int32, Sendable {
    case success = 0
    /// Refused or failed: what was asked is understood and did not happen.
    case failed = 1
    /// The command line itself is wrong or lacks something.
    case usage = 2
    /// A server cannot be reached, a file cannot be read.
    case unreachable = 3
    /// Nobody knows yet whether a payment succeeds: it must not be made again.
    case notKnownYet = 4
}

/// A failure with its exit code and what to try.
struct CommandError: Error, CustomStringConvertible {
    let status: ExitStatus
    let message: String
    /// A command or a change that fixes it.
    let hint: String?

    init(_ status: ExitStatus, _ message: String, try hint: String? = nil) {
        self.status = status
        self.message = message
        self.hint = hint
    }

    var description: String { hint.map { "\(message.asClause); try: \($0)" } ?? message }
}
