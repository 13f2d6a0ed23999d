import ToqueEncoding

/// A person's actions on the next screens, decided beforehand: the words of `CheckoutAction` and `wait:30s`, separated
/// by commas. Inside a word, write a comma as `\,` and a backslash as `\\`.
public struct CheckoutScript: Sendable, Hashable {
    /// A word of the script.
    public enum Step: Sendable, Hashable, CustomStringConvertible {
        case act(CheckoutAction)
        case wait(Duration)

        public var description: String {
            switch self {
            case .act(let action): action.description
            case .wait(let duration):
                duration.components.attoseconds == 0
                    ? "wait:\(duration.components.seconds)s" : "wait:\(Int64(duration / .milliseconds(1)))ms"
            }
        }
    }

    public let steps: [Step]

    public init(_ steps: [Step]) { self.steps = steps }

    /// - Throws: with the first invalid word. An empty script has no words.
    public init(parsing text: String) throws(ScriptError) {
        var steps: [Step] = []
        for (index, word) in Self.words(of: text).enumerated() {
            guard let step = Self.step(word) else { throw ScriptError(word: word, position: index + 1) }
            steps.append(step)
        }
        self.steps = steps
    }

    /// Why a script is invalid.
    public struct ScriptError: Error, Sendable, Hashable, CustomStringConvertible {
        public let word: String
        /// Counted from 1.
        public let position: Int

        public var description: String {
            "word \(position) of the script: found \(word.quoted), expected choose:NAME, fill:NAME=VALUE, confirm, "
                + "authorize, cancel, close, retry, return:URL, tap:URL or wait:30s"
        }
    }

    private static func words(of text: String) -> [String] {
        guard !text.isEmpty else { return [] }
        var words = [""]
        var isEscaped = false
        for character in text {
            switch character {
            case "\\" where !isEscaped: isEscaped = true
            case "," where !isEscaped: words.append("")
            default:
                words[words.count - 1].append(character)
                isEscaped = false
            }
        }
        // Not an escape sequence; kept for the error to report.
        if isEscaped { words[words.count - 1].append("\\") }
        return words
    }

    private static func step(_ word: String) -> Step? {
        if word.hasPrefix("wait:") { return duration(word.dropFirst(5)).map(Step.wait) }
        return CheckoutAction(word: word).map(Step.act)
    }

    /// `250ms`, `30s`, `5m` or `2h`; at most a year.
    private static func duration(_ text: Substring) -> Duration? {
        let digits = text.prefix { ("0"..."9").contains($0) }
        let units: [Substring: Int64] = ["ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000]
        guard digits.count <= 9, let number = Int64(digits), let unit = units[text.dropFirst(digits.count)],
            number * unit <= 366 * 86_400_000
        else { return nil }
        return .milliseconds(number * unit)
    }
}
