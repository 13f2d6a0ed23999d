import Glibc

/// Where the command line writes: results to stdout, everything else to stderr. Writes whole texts at once, so that
/// the lines of concurrent tasks do not mix.
struct Console: Sendable {
    /// Colour where stderr is a terminal and NO_COLOR is not set (no-color.org).
    let usesColor: Bool

    static let standard = Console(
        usesColor: isatty(STDERR_FILENO) == 1 && (environment("NO_COLOR") ?? "").isEmpty
            && environment("TERM") != "dumb")

    /// A result, for the next program in the pipe.
    func result(_ text: String) { Self.write(text + "\n", to: STDOUT_FILENO) }

    /// What is going on, for a person.
    func progress(_ text: String) { Self.write(text + "\n", to: STDERR_FILENO) }

    /// Progress without the end of a line, for prompts.
    func prompt(_ text: String) { Self.write(text, to: STDERR_FILENO) }

    func error(_ text: String) { Self.write(text + "\n", to: STDERR_FILENO) }

    enum Style: String {
        case bold = "1"
        case dim = "2"
        case green = "32"
        case red = "31"
    }

    /// The text in a style where the terminal shows it.
    func styled(_ text: String, _ style: Style) -> String {
        usesColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            // Nobody reads any more; there is no place left to say so.
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}

/// A variable of the process's environment.
func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
