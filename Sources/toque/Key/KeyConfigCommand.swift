import ArgumentParser
import SecurityKey
import ToqueEncoding

struct KeyConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show or change the settings of a key.",
        discussion: """
            Only a reset undoes a change, except for always-uv.

            Example: toque key config
            """,
        subcommands: [
            ShowCommand.self, AlwaysUVCommand.self, EnterpriseAttestationCommand.self, MinPINLengthCommand.self,
            ForcePINChangeCommand.self,
        ],
        defaultSubcommand: ShowCommand.self)

    struct ShowCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the settings of a key.",
            discussion: "Example: toque key config show --json")

        @OptionGroup var key: KeyOptions

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws {
            let info = try await key.manage(KeyInteraction(pinFile: nil)) { try await $0.info() }
            if json { return try Console.standard.result(info.configuration.serialized(pretty: true)) }
            for line in info.configurationLines { try Console.standard.result(line) }
        }
    }

    struct AlwaysUVCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "always-uv",
            abstract: "Require user verification in every ceremony, or stop requiring it.",
            discussion: "Example: toque key config always-uv on")

        enum State: String, ExpressibleByArgument, CaseIterable {
            case on, off
        }

        @OptionGroup var key: ManagedKeyOptions

        @Argument(help: "New state.")
        var state: State

        func run() async throws {
            let isOn = state == .on
            let info = try await key.manage { manager in
                try await manager.setAlwaysUV(isOn)
                return try await manager.info()
            }
            Console.standard.progress(
                isOn
                    ? "The key verifies its user in every ceremony." : "The key verifies its user only on request."
            )
            if isOn, !info.canVerifyUser {
                Console.standard.progress("The key has no PIN yet and refuses ceremonies. Set one: toque key set-pin")
            }
        }
    }

    struct EnterpriseAttestationCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "enterprise-attestation",
            abstract: "Let the key identify itself to its enterprise's relying parties.",
            discussion: "Example: toque key config enterprise-attestation")

        @OptionGroup var key: ManagedKeyOptions

        func run() async throws {
            try await key.manage { try await $0.enableEnterpriseAttestation() }
            Console.standard.progress("Enterprise attestation is on.")
        }
    }

    struct MinPINLengthCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "min-pin-length",
            abstract: "Set the minimum PIN length, and the relying parties that may read it.",
            discussion: """
                A shorter PIN must be changed before any other use.

                Example: toque key config min-pin-length 6 --rp-id bank.example
                """)

        @OptionGroup var key: ManagedKeyOptions

        @Argument(help: "Number of characters, 4 to 63. Default: unchanged.")
        var length: Int?

        @Option(
            name: .customLong("rp-id"),
            help: .init(
                "Let this RP ID read the minimum length, replacing earlier RP IDs. Repeatable.", valueName: "rp-id"))
        var rpIDs: [String] = []

        func validate() throws {
            guard length != nil || !rpIDs.isEmpty else {
                throw CommandError(.missingArgument, "a length or --rp-id is required")
            }
            try RPIDOption.check(rpIDs, "--rp-id")
        }

        func run() async throws {
            let info = try await key.manage { [length, rpIDs] manager in
                try await manager.setMinPINLength(length, rpIDs: rpIDs)
                return try await manager.info()
            }
            Console.standard.progress("PINs have \(info.minPINLength) characters at least.")
            if info.forcePINChange { Console.standard.progress("The key wants its PIN changed: toque key change-pin") }
        }
    }

    struct ForcePINChangeCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "force-pin-change",
            abstract: "Block the PIN until it is changed.",
            discussion: "Example: toque key config force-pin-change")

        @OptionGroup var key: ManagedKeyOptions

        func run() async throws {
            try await key.manage { try await $0.forcePINChange() }
            Console.standard.progress("The key wants its PIN changed: toque key change-pin")
        }
    }
}
