import ArgumentParser
import SecurityKey
import ToqueEncoding

struct KeyConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show or change what a key demands.",
        discussion: """
            Only a reset takes the changes back, but for always-uv.

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
            abstract: "Print how the key is configured.",
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
            abstract: "Have the key verify its user in every ceremony, or not.",
            discussion: "Example: toque key config always-uv on")

        enum State: String, ExpressibleByArgument, CaseIterable {
            case on, off
        }

        @OptionGroup var key: ManagedKeyOptions

        @Argument(help: "on or off.")
        var state: State

        func run() async throws {
            let isOn = state == .on
            let info = try await key.manage { manager in
                try await manager.setAlwaysUV(isOn)
                return try await manager.info()
            }
            Console.standard.progress(
                isOn
                    ? "The key verifies its user in every ceremony." : "The key verifies its user where it is asked to."
            )
            if isOn, !info.canVerifyUser {
                Console.standard.progress("It has no PIN yet, so that nothing works before: toque key set-pin")
            }
        }
    }

    struct EnterpriseAttestationCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "enterprise-attestation",
            abstract: "Let the key name itself to the relying parties of its enterprise.",
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
            abstract: "Set how long PINs have to be, and which relying parties may know it.",
            discussion: """
                A PIN that is shorter has to be changed before it is good for anything else.

                Example: toque key config min-pin-length 6 --rp-id bank.example
                """)

        @OptionGroup var key: ManagedKeyOptions

        @Argument(help: "Characters, 4 to 63. Default: as many as now.")
        var length: Int?

        @Option(
            name: .customLong("rp-id"),
            help: .init(
                "An RP ID that may know it; repeatable. They take the place of those before.", valueName: "rp-id"))
        var rpIDs: [String] = []

        func validate() throws {
            guard length != nil || !rpIDs.isEmpty else { throw ValidationError("a length or --rp-id is needed") }
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
            abstract: "Take the PIN out of use until it is changed.",
            discussion: "Example: toque key config force-pin-change")

        @OptionGroup var key: ManagedKeyOptions

        func run() async throws {
            try await key.manage { try await $0.forcePINChange() }
            Console.standard.progress("The key wants its PIN changed: toque key change-pin")
        }
    }
}
