import Glibc

/// The terminal that shows output: the one place that decides on its width and its colors.
struct OutputScreen: Sendable {
    /// Columns; nil for a pipe or a file, where nothing is shortened.
    let width: Int?
    let usesColor: Bool

    /// True for a terminal, unless NO_COLOR (no-color.org) or TERM=dumb forbids color.
    static func hasColor(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1 && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
    }

    /// A pipe or a file.
    static let none = OutputScreen(width: nil, usesColor: false)

    /// stdout's, read anew each time, because the window may change.
    static var standard: OutputScreen { of(STDOUT_FILENO) }

    /// stderr's.
    static var progress: OutputScreen { of(STDERR_FILENO) }

    private static func of(_ descriptor: Int32) -> OutputScreen {
        guard isatty(descriptor) == 1 else { return .none }
        return OutputScreen(width: columns(descriptor), usesColor: hasColor(descriptor))
    }

    /// What COLUMNS says, else the terminal, else 80.
    private static func columns(_ descriptor: Int32) -> Int {
        if let text = environment("COLUMNS"), let columns = Int(text), (1...10_000).contains(columns) {
            return columns
        }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}

extension Character {
    /// Columns on a terminal: 2 for East Asian wide characters and emoji.
    var columns: Int {
        switch unicodeScalars.first?.value ?? 0 {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            2
        default: unicodeScalars.count > 1 && unicodeScalars.contains { $0.value == 0xFE0F } ? 2 : 1
        }
    }
}

extension StringProtocol {
    /// Columns on a terminal.
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// The beginning that fits.
    func head(columns width: Int) -> String {
        var (text, used) = ("", 0)
        for character in self {
            used += character.columns
            guard used <= width else { break }
            text.append(character)
        }
        return text
    }
}
