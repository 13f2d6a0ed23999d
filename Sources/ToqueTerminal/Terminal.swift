import Glibc

package enum Terminal {
    /// True if a person can be asked: stdin and stderr are a terminal.
    package static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Runs the body with the person's terminal, whatever the standard descriptors lead to; without one, with stdin if
    /// that is a terminal.
    /// - Returns: nil without a terminal.
    package static func withPerson<Result: ~Copyable>(_ body: (Int32) async -> Result?) async -> Result? {
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0 || isInteractive else { return nil }
        return await body(descriptor >= 0 ? descriptor : STDIN_FILENO)
    }
}
