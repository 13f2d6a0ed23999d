import Synchronization

/// Prints each step of a flow as a numbered line, with details below it.
final class Narrator: Sendable {
    private let count = Mutex(0)
    private let write: @Sendable (String) -> Void

    init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

    /// Prints to stderr, as progress.
    static func progress() -> Narrator { Narrator { Console.standard.progress($0) } }

    func heading(_ text: String) { write(Console.standard.styled(text, .bold)) }

    /// Prints one step: the action and its result.
    func step(_ action: String, _ outcome: String) {
        let number = count.withLock {
            $0 += 1
            return $0
        }
        write("\(Self.padded(String(number), to: 2, left: true)) \(Self.padded(action, to: 44)) \(outcome.onOneLine)")
    }

    /// Prints a line below a step.
    func detail(_ text: String) {
        for line in text.split(separator: "\n") { write("     \(line)") }
    }

    private static func padded(_ text: String, to width: Int, left: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - text.count))
        return left ? space + text : text + space
    }
}
