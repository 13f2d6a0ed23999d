import ArgumentParser

struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Manage security keys, or act as one.",
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
                name: "Software key",
                subcommands: [KeyServeCommand.self, KeyAttestationCACommand.self, KeyPassphraseCommand.self]),
        ])
}
