import ArgumentParser

struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Look after security keys, or be one.",
        discussion: "Example: toque key info",
        subcommands: [
            KeyListCommand.self, KeyInfoCommand.self, KeySetPINCommand.self, KeyChangePINCommand.self,
            KeyResetCommand.self, KeyCredentialsCommand.self,
        ])
}
