import ArgumentParser
import ToqueEncoding

/// The commands below a command, as somebody types them.
enum Subcommands {
    /// Looks for a word that is no command where only one can stand; the parser would call it an argument too many.
    /// - Throws: status 2, with what may have been meant.
    static func check(_ words: [String], below root: any ParsableCommand.Type = Toque.self) throws(CommandError) {
        var (command, path) = (root, name(root))
        for word in words {
            let commands = command.configuration.subcommands
            guard !commands.isEmpty, !word.hasPrefix("-"), word != "help" else { return }
            guard let next = commands.first(where: { name($0) == word }) else {
                let near = NearestNames.of(word, in: commands.map(name)).map { "\(path) \($0)" }
                throw CommandError(
                    .usage, "\(path) has no command \(word.quoted)",
                    try: (near + ["\(path) --help"]).joined(separator: ", or "))
            }
            (command, path) = (next, "\(path) \(word)")
        }
    }

    private static func name(_ command: any ParsableCommand.Type) -> String { command.configuration.commandName ?? "" }
}
