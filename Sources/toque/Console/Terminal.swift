import Glibc

enum Terminal {
    /// True where a person can be asked: stdin and stderr are a terminal.
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }
}
