import ArgumentParser
import SecurityKey
import ToqueEncoding
import ToqueWebAuthn

struct KeyCredentialsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "credentials",
        abstract: "List, delete or rename the discoverable credentials on a key.",
        discussion: "Example: toque key credentials",
        subcommands: [ListCommand.self, DeleteCommand.self, RenameCommand.self],
        defaultSubcommand: ListCommand.self)

    struct ListCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the credentials: RP ID, credential ID, user.",
            discussion: "Example: toque key credentials list --json")

        @OptionGroup var key: ManagedKeyOptions

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws {
            let found = try await key.manage { try await $0.credentials() }
            if json {
                let credentials = JSON.array(found.credentials.map(\.json))
                let object: JSON = ["credentials": credentials, "remaining": .int(found.remaining)]
                return try Console.standard.result(object.serialized(pretty: true))
            }
            for credential in found.credentials { try Console.standard.result(credential.line) }
            let room = found.remaining == 1 ? "room for 1 more" : "room for \(found.remaining) more"
            Console.standard.progress(found.credentials.isEmpty ? "The key holds none, \(room)." : room)
        }
    }

    struct DeleteCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete a credential.",
            discussion: "Example: toque key credentials delete CREDENTIAL_ID")

        @OptionGroup var key: ManagedKeyOptions
        @OptionGroup var credential: CredentialArgument

        func run() async throws {
            let id = try credential.id()
            try await key.manage { try await $0.deleteCredential(id) }
            Console.standard.progress("The credential is gone.")
        }
    }

    struct RenameCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename",
            abstract: "Change the user names of a credential.",
            discussion: "Example: toque key credentials rename CREDENTIAL_ID --name ana@example.com")

        @OptionGroup var key: ManagedKeyOptions
        @OptionGroup var credential: CredentialArgument

        @Option(help: .init("Set user.name. Default: unchanged.", valueName: "text"))
        var name: String?

        @Option(help: .init("Set user.displayName. Default: unchanged.", valueName: "text"))
        var displayName: String?

        func validate() throws {
            guard name != nil || displayName != nil else {
                throw CommandError(.missingArgument, "--name or --display-name is required")
            }
        }

        func run() async throws {
            let id = try credential.id()
            try await key.manage { [name, displayName] in
                try await $0.renameCredential(id, name: name, displayName: displayName)
            }
            Console.standard.progress("The credential has its new names.")
        }
    }
}

/// The selected credential.
struct CredentialArgument: ParsableArguments {
    @Argument(help: .init("ID of the credential, from toque key credentials list.", valueName: "id"))
    var credential: String

    func id() throws(CommandError) -> [UInt8] { try Self.id(credential) }

    /// The bytes of a typed ID.
    static func id(_ text: String) throws(CommandError) -> [UInt8] {
        guard let id = Base64URL.decode(text), !id.isEmpty else {
            throw CommandError.invalid(
                "<id>", text, expected: "base64url", hint: "list the IDs with `toque key credentials list`")
        }
        return id
    }
}

extension KeyCredential {
    var json: JSON {
        var object: JSONObject = [
            "rpId": .string(rpID),
            "id": .base64URL(id),
            "user": [
                "id": .base64URL(user.id), "name": .string(user.name), "displayName": .string(user.displayName),
            ],
        ]
        object["algorithm"] = algorithm.map { .int($0.rawValue) }
        object["credentialProtectionPolicy"] = protection.map { .string($0.identifier) }
        object["hasLargeBlobKey"] = .bool(hasLargeBlobKey)
        return .object(object)
    }

    /// One line for people.
    var line: String {
        [rpID, Base64URL.encode(id), user.name, user.displayName].filter { !$0.isEmpty }.joined(separator: "  ")
            .onOneLine
    }
}
