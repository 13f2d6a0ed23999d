import ArgumentParser

struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Look after security keys, or be one.",
        discussion: "Example: toque key info",
        groupedSubcommands: [
            CommandGroup(
                name: "Any key",
                subcommands: [
                    KeyListCommand.self, KeyInfoCommand.self, KeySetPINCommand.self, KeyChangePINCommand.self,
                    KeyResetCommand.self, KeyCredentialsCommand.self, KeyFingerprintsCommand.self,
                    KeyConfigCommand.self,
                    KeyBlobsCommand.self,
                ]),
            CommandGroup(
                name: "A key in software",
                subcommands: [KeyServeCommand.self, KeyAttestationCACommand.self, KeyPassphraseCommand.self]),
        ])
}
