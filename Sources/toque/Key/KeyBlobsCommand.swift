import ArgumentParser
import SecurityKey
import ToqueEncoding

struct KeyBlobsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "blobs",
        abstract: "List, get, set or delete the large blobs on a key.",
        discussion: """
            Each blob belongs to a discoverable credential that was registered with the largeBlob extension.

            Example: toque key blobs
            """,
        subcommands: [ListCommand.self, GetCommand.self, SetCommand.self, DeleteCommand.self],
        defaultSubcommand: ListCommand.self)

    struct ListCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the large blobs: owner and size.",
            discussion: """
                An orphaned blob has lost its credential: nobody can read it.

                Example: toque key blobs list --json
                """)

        @OptionGroup var key: ManagedKeyOptions

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws {
            let found = try await key.manage { try await $0.largeBlobs() }
            if json { return try Console.standard.result(found.json.serialized(pretty: true)) }
            for blob in found.blobs { try Console.standard.result(blob.line) }
            let room =
                found.capacity.map { "\(found.size) of \($0) bytes are used." } ?? "\(found.size) bytes are used."
            Console.standard.progress(found.blobs.isEmpty ? "The key holds none. \(room)" : room)
        }
    }

    struct GetCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "get",
            abstract: "Write a credential's large blob to a file.",
            discussion: "Example: toque key blobs get --rp-id bank.example blob")

        @OptionGroup var key: ManagedKeyOptions
        @OptionGroup var owner: BlobOwnerOptions

        @Argument(help: "File to write, readable only by you, or - for stdout. Default: -.", completion: .file())
        var file = "-"

        func run() async throws {
            let (rpID, id) = (owner.rpID, try owner.credentialID())
            let blob = try await key.manage { try await $0.largeBlob(rpID: rpID, credentialID: id) }
            try OutputFile(file).write(blob)
        }
    }

    struct SetCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Store a credential's large blob, replacing the previous one.",
            discussion: "Example: toque key blobs set --rp-id bank.example blob")

        @OptionGroup var key: ManagedKeyOptions
        @OptionGroup var owner: BlobOwnerOptions

        @Argument(help: "File with the blob, or - for stdin. Default: -.", completion: .file())
        var file = "-"

        func run() async throws {
            let (rpID, id) = (owner.rpID, try owner.credentialID())
            let blob = try Input.bytes(of: file, asking: "the blob")
            try await key.manage { try await $0.setLargeBlob(blob, rpID: rpID, credentialID: id) }
            Console.standard.progress("The blob is stored.")
        }
    }

    struct DeleteCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete a credential's large blob.",
            discussion: "Example: toque key blobs delete --rp-id bank.example")

        @OptionGroup var key: ManagedKeyOptions
        @OptionGroup var owner: BlobOwnerOptions

        func run() async throws {
            let (rpID, id) = (owner.rpID, try owner.credentialID())
            try await key.manage { try await $0.deleteLargeBlob(rpID: rpID, credentialID: id) }
            Console.standard.progress("The blob is gone.")
        }
    }
}

/// The credential whose blob is selected.
struct BlobOwnerOptions: ParsableArguments {
    @Option(
        name: .customLong("rp-id"), help: .init("Select the credential by its RP ID. Required.", valueName: "rp-id"))
    var rpID: String

    static let credentialOption = "credential"

    @Option(
        name: .customLong(credentialOption),
        // An ID may begin with a hyphen.
        parsing: .unconditional,
        help: .init(
            "Select the credential by its ID, too. Default: the RP ID's only one.",
            valueName: "id"))
    var credential: String?

    func credentialID() throws(CommandError) -> [UInt8]? {
        guard let credential else { return nil }
        return try CredentialArgument.id(credential)
    }
}
