import ArgumentParser
import SecurityKey
import ToqueEncoding

struct KeyFingerprintsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fingerprints",
        abstract: "List, add, rename or remove the fingerprints on a key.",
        discussion: """
            For keys with a fingerprint sensor. They take it with their PIN.

            Example: toque key fingerprints
            """,
        subcommands: [ListCommand.self, AddCommand.self, RenameCommand.self, RemoveCommand.self],
        defaultSubcommand: ListCommand.self)

    struct ListCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List them: ID, name.",
            discussion: "Example: toque key fingerprints list --json")

        @OptionGroup var key: ManagedKeyOptions

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws {
            let found = try await key.manage { try await $0.fingerprints() }
            if json { return try Console.standard.result(found.json.serialized(pretty: true)) }
            for fingerprint in found.fingerprints { try Console.standard.result(fingerprint.line) }
            if found.fingerprints.isEmpty { Console.standard.progress("The key holds none.") }
        }
    }

    struct AddCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Enroll a finger; print its ID.",
            discussion: """
                Takes several samples, each within 30 seconds.

                Example: toque key fingerprints add --name thumb
                """)

        @OptionGroup var key: ManagedKeyOptions

        @Option(help: .init("What the fingerprint is called. Default: nothing.", valueName: "text"))
        var name: String?

        func run() async throws {
            let fingerprint = try await key.manage { [name] in
                try await $0.enrollFingerprint(name: name) { Console.standard.progress($0.line) }
            }
            try Console.standard.result(Hex.encode(fingerprint.id))
        }
    }

    struct RenameCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename",
            abstract: "Give a fingerprint another name.",
            discussion: "Example: toque key fingerprints rename ID \"left thumb\"")

        @OptionGroup var key: ManagedKeyOptions
        @OptionGroup var fingerprint: FingerprintArgument

        @Argument(help: "What it is called from now on.")
        var name: String

        func run() async throws {
            let id = try fingerprint.bytes()
            try await key.manage { [name] in try await $0.renameFingerprint(id, to: name) }
            Console.standard.progress("The fingerprint has its new name.")
        }
    }

    struct RemoveCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a fingerprint.",
            discussion: "Example: toque key fingerprints remove ID")

        @OptionGroup var key: ManagedKeyOptions
        @OptionGroup var fingerprint: FingerprintArgument

        func run() async throws {
            let id = try fingerprint.bytes()
            try await key.manage { try await $0.removeFingerprint(id) }
            Console.standard.progress("The fingerprint is gone.")
        }
    }
}

/// The fingerprint that is meant. In hexadecimal, as base64url may begin like an option.
struct FingerprintArgument: ParsableArguments {
    @Argument(help: "The fingerprint's ID, as toque key fingerprints list prints it.")
    var id: String

    func bytes() throws(CommandError) -> [UInt8] {
        guard let bytes = Hex.decode(id), !bytes.isEmpty else {
            throw CommandError(
                .usage, "id: found \(id.quoted), expected hexadecimal digits", try: "toque key fingerprints list")
        }
        return bytes
    }
}
