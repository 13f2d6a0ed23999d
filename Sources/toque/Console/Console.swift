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
    /// - Throws: status 3 where stdout does not take it, such as on a full disk. A reader that has seen enough is no
    ///   fault.
    func result(_ text: String) throws(CommandError) {
        try check(write(text + "\n", to: STDOUT_FILENO))
    }

    /// The bytes of a line of a result, with nothing that a terminal would act on.
    func line(_ text: String) -> [UInt8] { Array(harmless(text + "\n").utf8) }

    /// Lines made by `line`, which many threads can do at once, in one write.
    /// - Throws: as for a text.
    func result(lines: [[UInt8]]) throws(CommandError) {
        try check(write(lines.reduce(into: [], +=)[...], to: STDOUT_FILENO))
    }

    /// A result as it is.
    /// - Throws: as for a text; usage where stdout is a terminal, which would act on some bytes.
    func result(bytes: [UInt8]) throws(CommandError) {
        guard isatty(STDOUT_FILENO) == 0 else {
            throw CommandError(
                .usage, "stdout is a terminal, and the result may be more than text", try: "a FILE, or a pipe")
        }
        try check(write(bytes[...], to: STDOUT_FILENO))
    }

    private func check(_ fault: Int32) throws(CommandError) {
        guard fault == 0 || fault == EPIPE else {
            throw CommandError(
                .unreachable, "stdout: \(String(cString: strerror(fault)))", try: "a stdout that can be written")
        }
    }

    /// Returns when what stdout leads to has no reader. A write would tell, too, but the next one may be hours away.
    static func readerIsGone() async {
        while !Task.isCancelled {
            var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
            if poll(&output, 1, 0) > 0 { return }
            try? await Task.sleep(for: .milliseconds(200))
        }
    }

    /// What is going on, for a person.
    func progress(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

    /// Progress without the end of a line, for prompts.
    /// - Parameter terminal: where the answer is read.
    func prompt(_ text: String, to terminal: Int32 = STDERR_FILENO) { write(text, to: terminal) }

    func error(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

    enum Style: String, CaseIterable {
        case bold = "1"
    }

    /// The text in a style where the terminal shows it.
    func styled(_ text: String, _ style: Style) -> String {
        usesColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// The text with what a terminal would act on (controls, directions) as JSON's escapes: names and messages come
    /// from servers, and a JSON result stays the same JSON. Lines, tabs and our own styles go through.
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

    /// Whether it is printable ASCII, as most texts are: bytes that lie together are looked through many times as fast
    /// as scalars.
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

    /// - Returns: 0, or the errno of the write that failed. For stderr nobody asks: no place is left to say it.
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
                // A pipe or a terminal that another process has made non-blocking.
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
    /// A sentence without its full stop: a hint may follow.
    var asClause: String { hasSuffix(".") ? String(dropLast()) : self }

    /// The text on one line: no input of others may break it in two.
    var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}

/// A variable of the process's environment.
func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
