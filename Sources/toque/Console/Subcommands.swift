import ArgumentParser
import ToqueEncoding

/// A command that takes the words that are no command of its parent.
protocol FallbackCommand: ParsableCommand {}

/// The commands below a command, as somebody types them.
enum Subcommands {
    /// Looks for a word that is no command where only one can stand; the parser would call it an argument too many.
    /// - Returns: the words with the name of a `FallbackCommand` before one that it takes.
    /// - Throws: status 2, with what may have been meant.
    static func resolved(_ words: [String]) throws(CommandError) -> [String] {
        var (command, path): (any ParsableCommand.Type, String) = (Toque.self, name(Toque.self))
        for (index, word) in words.enumerated() {
            let commands = command.configuration.subcommands
            guard !commands.isEmpty, !word.hasPrefix("-"), word != "help" else { return words }
            guard let next = commands.first(where: { name($0) == word }) else {
                guard let fallback = commands.first(where: { $0 is any FallbackCommand.Type }) else {
                    throw unknown(word, below: command, path)
                }
                return Array(words[..<index]) + [name(fallback)] + words[index...]
            }
            (command, path) = (next, "\(path) \(word)")
        }
        return words
    }

    /// The error for a word that is no command.
    /// - Parameters:
    ///   - path: the command as it is typed.
    ///   - others: what may stand there as well.
    ///   - reason: why nothing else is known that may.
    static func unknown(
        _ word: String, below command: any ParsableCommand.Type, _ path: String, besides others: [String] = [],
        because reason: String? = nil
    ) -> CommandError {
        let near = near(word, below: command, besides: others).map { "\(path) \($0)" }
        return CommandError(
            .usage, "\(path) has no command \(word.quoted)" + (reason.map { ", and \($0)" } ?? ""),
            try: (near + ["\(path) --help"]).joined(separator: ", or "))
    }

    /// The commands that may have been meant.
    static func near(
        _ word: String, below command: any ParsableCommand.Type, besides others: [String] = []
    ) -> [String] {
        let shown = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
        return NearestNames.of(word, in: shown.map { name($0) } + others)
    }

    private static func name(_ command: any ParsableCommand.Type) -> String { command.configuration.commandName ?? "" }
}
