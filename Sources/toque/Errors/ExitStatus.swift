/// The exit codes of every command (docs/errors.md).
enum ExitStatus: Int32, Sendable, CaseIterable {
    case success = 0
    /// Refused or failed: the request was understood and did not happen.
    case failed = 1
    /// The command line is invalid or incomplete.
    case usage = 2
    /// A server cannot be reached, a file cannot be read.
    case unreachable = 3
    /// It is unknown whether a payment will succeed: do not repeat it.
    case notKnownYet = 4
}
