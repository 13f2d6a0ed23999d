import ArgumentParser
import ToqueEncoding

/// A command that accepts the words that are not commands of its parent.
protocol FallbackCommand: ParsableCommand {}

/// The subcommands of a command, as typed.
enum Subcommands {
    /// Resolves an unknown word in the place of a command; the parser would report an extra argument.
    /// - Returns: the words, with the name of a `FallbackCommand` inserted before a word that it accepts.
    /// - Throws: status 2 with suggestions.
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

    /// The command named by words, as typed: `toque sandbox clock advance`. Options end it.
    static func path(_ words: [String]) -> String {
        var (command, path): (any ParsableCommand.Type, String) = (Toque.self, name(Toque.self))
        for word in words {
            let commands = command.configuration.subcommands
            guard !commands.isEmpty, !word.hasPrefix("-") else { break }
            guard let next = commands.first(where: { name($0) == word }) else {
                return commands.contains { $0 is any FallbackCommand.Type } ? "\(path) \(word)" : path
            }
            (command, path) = (next, "\(path) \(word)")
        }
        return path
    }

    /// The error for an unknown command.
    /// - Parameters:
    ///   - path: the command as typed.
    ///   - others: the other words that are valid there.
    ///   - reason: why no others are known.
    static func unknown(
        _ word: String, below command: any ParsableCommand.Type, _ path: String, besides others: [String] = [],
        because reason: String? = nil
    ) -> CommandError {
        let near = near(word, below: command, besides: others).map { "\(path) \($0)" }
        return CommandError(
            .unknownCommand, at: path, "no command is \(word.quoted)" + (reason.map { ", and \($0)" } ?? ""),
            hint: NearestNames.hint(near, list: "\(path) --help"))
    }

    /// The similar commands.
    static func near(
        _ word: String, below command: any ParsableCommand.Type, besides others: [String] = []
    ) -> [String] {
        let shown = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
        return NearestNames.of(word, in: shown.map { name($0) } + others)
    }

    private static func name(_ command: any ParsableCommand.Type) -> String { command.configuration.commandName ?? "" }
}
