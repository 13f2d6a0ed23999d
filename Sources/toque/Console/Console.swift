import Glibc
import Synchronization

/// The output of the command line: results to stdout, everything else to stderr. Writes whole texts at once, so that
/// lines of concurrent tasks do not mix.
struct Console: Sendable {
    /// Uses color if stderr is a terminal and NO_COLOR is not set (no-color.org).
    let usesColor: Bool

    static let standard = Console(usesColor: OutputScreen.hasColor(STDERR_FILENO))

    private static let wroteResult = Atomic(false)

    /// True if stdout contains part of a result.
    static var hasResult: Bool { wroteResult.load(ordering: .relaxed) }

    /// Prints a result, for the next program in the pipe.
    /// - Throws: status 3 if stdout fails, for example on a full disk. A reader that stops early is not an error.
    func result(_ text: String) throws(CommandError) {
        try check(write(text + "\n", to: STDOUT_FILENO))
    }

    /// Prints a table, as wide as stdout's terminal.
    /// - Throws: as for text.
    func result(_ table: Table, isWide: Bool = false) throws(CommandError) {
        let screen = OutputScreen.standard
        let text = Console(usesColor: screen.usesColor).harmless(table.text(on: screen, isWide: isWide) + "\n")
        try check(write(Array(text.utf8)[...], to: STDOUT_FILENO))
    }

    /// The bytes of a result's line, without terminal control.
    func line(_ text: String) -> [UInt8] { Array(harmless(text + "\n").utf8) }

    /// Prints lines made by `line`, which can run on many threads, in one write.
    /// - Throws: as for text.
    func result(lines: [[UInt8]]) throws(CommandError) {
        try check(write(lines.reduce(into: [], +=)[...], to: STDOUT_FILENO))
    }

    /// Prints an unchanged result.
    /// - Throws: as for text; usage error if stdout is a terminal, which would interpret some bytes.
    func result(bytes: [UInt8]) throws(CommandError) {
        guard isatty(STDOUT_FILENO) == 0 else {
            throw CommandError(
                .invalidValue, at: "stdout", "a terminal cannot show the result, which may be more than text",
                hint: "name a file, or use a pipe")
        }
        try check(write(bytes[...], to: STDOUT_FILENO))
    }

    private func check(_ fault: Int32) throws(CommandError) {
        Self.wroteResult.store(true, ordering: .relaxed)
        guard fault == 0 || fault == EPIPE else {
            throw CommandError(.unwritableFile, at: "stdout", String(cString: strerror(fault)))
        }
    }

    /// Returns when stdout has no reader. A write would detect that too, but the next one may be hours away.
    static func readerIsGone() async {
        while !Task.isCancelled {
            var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
            if poll(&output, 1, 0) > 0 { return }
            try? await Task.sleep(for: .milliseconds(200))
        }
    }

    /// Prints progress for a person.
    func progress(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

    /// Prints progress without a line ending, for prompts.
    /// - Parameter terminal: the source of the response.
    func prompt(_ text: String, to terminal: Int32 = STDERR_FILENO) { write(text, to: terminal) }

    /// Replaces the terminal's current line, for progress that changes.
    func replaceLine(_ text: String) { _ = write(Array("\r\(harmless(text))\u{1B}[K".utf8)[...], to: STDERR_FILENO) }

    func error(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

    /// The text in a style, if the terminal supports it.
    func styled(_ text: String, _ style: Style) -> String {
        usesColor ? style.applied(to: text) : text
    }

    /// Replaces terminal control (control characters, directions) with JSON escapes, because names and messages come
    /// from servers. A JSON result stays the same JSON. Line breaks, tabs and our own styles are kept.
    func harmless(_ text: String) -> String {
        guard !Self.isPlain(text), text.unicodeScalars.contains(where: Self.isActive) else { return text }
        let styles = usesColor ? ["\u{1B}[0m"] + Style.allCases.map { "\u{1B}[\($0.rawValue)m" } : []
        var shown = ""
        var rest = text.unicodeScalars[...]
        while let scalar = rest.first {
            if let style = styles.first(where: { rest.starts(with: $0.unicodeScalars) }) {
                shown += style
                rest = rest.dropFirst(style.unicodeScalars.count)
                continue
            }
            if Self.isActive(scalar) {
                let digits = String(scalar.value, radix: 16)
                shown += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                shown.unicodeScalars.append(scalar)
            }
            rest = rest.dropFirst()
        }
        return shown
    }

    /// True for printable ASCII, like most texts: scanning contiguous bytes is several times faster than scanning
    /// scalars.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0x0A }
        } ?? false
    }

    private static func isActive(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// - Returns: 0, or the errno of the failed write. For stderr it is ignored: there is no other place to report it.
    @discardableResult
    private func write(_ text: String, to descriptor: Int32) -> Int32 {
        write(Array(harmless(text).utf8)[...], to: descriptor)
    }

    private func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int32 {
        var bytes = bytes
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN {
                // Another process has made the pipe or terminal non-blocking.
                var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&room, 1, -1)
                continue
            }
            guard count > 0 else { return count < 0 ? errno : EIO }
            bytes = bytes.dropFirst(count)
        }
        return 0
    }
}

extension String {
    /// A sentence without its final period, because a hint may follow.
    var asClause: String { hasSuffix(".") ? String(dropLast()) : self }

    /// The text inside a sentence: `Found` becomes `found`, and `SHA-256` stays.
    var uncapitalized: String {
        guard let first, first.isUppercase, !(dropFirst().first?.isUppercase ?? false) else { return self }
        return first.lowercased() + dropFirst()
    }

    /// The text on one line, so that external input cannot break it in two.
    var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}

/// A variable of the process's environment.
func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
