import ArgumentParser
import SecurityKey
import ToqueEncoding

struct KeyFingerprintsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fingerprints",
        abstract: "List, add, rename or remove the fingerprints on a key.",
        discussion: """
            Requires a key with a fingerprint sensor and a PIN.

            Example: toque key fingerprints
            """,
        subcommands: [ListCommand.self, AddCommand.self, RenameCommand.self, RemoveCommand.self],
        defaultSubcommand: ListCommand.self)

    struct ListCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the fingerprints: ID, name.",
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
            abstract: "Add a fingerprint and print its ID.",
            discussion: """
                Takes several samples, each within 30 seconds.

                Example: toque key fingerprints add --name thumb
                """)

        @OptionGroup var key: ManagedKeyOptions

        @Option(help: .init("Name the fingerprint. Default: no name.", valueName: "text"))
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
            abstract: "Rename a fingerprint.",
            discussion: "Example: toque key fingerprints rename ID \"left thumb\"")

        @OptionGroup var key: ManagedKeyOptions
        @OptionGroup var fingerprint: FingerprintArgument

        @Argument(help: "New name of the fingerprint.")
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

/// The selected fingerprint. In hexadecimal, because base64url may begin like an option.
struct FingerprintArgument: ParsableArguments {
    @Argument(help: "ID of the fingerprint, from toque key fingerprints list.")
    var id: String

    func bytes() throws(CommandError) -> [UInt8] {
        guard let bytes = Hex.decode(id), !bytes.isEmpty else {
            throw CommandError.invalid(
                "<id>", id, expected: "hexadecimal digits", hint: "list the IDs with `toque key fingerprints list`")
        }
        return bytes
    }
}
