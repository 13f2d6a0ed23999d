import ArgumentParser
import ToqueEncoding
import ToqueFiles

struct SandboxKeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Manage API keys. Each is a tenant with its own objects and clock.",
        discussion: "Example: eval \"$(toque sandbox keys add --export)\"",
        subcommands: [List.self, Add.self, Remove.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the IDs of the API keys.",
            discussion: "Example: toque sandbox keys list")

        @OptionGroup var table: TableOptions
        @OptionGroup var control: ControlOptions

        func run() async throws {
            try await control.withControl { client in
                let keys = try await client.ofNoTenant.get("keys")["keys"]?.arrayValue ?? []
                try control.show(keys, [.name("KEY"), "FROM STARTUP"], table, absent: "No API keys.") {
                    [$0["id"].cell, $0["configured"].cell]
                }
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Make an API key and show it once.",
            discussion: """
                Prints id:secret, a line of an --api-keys file. With --export, prints commands for a shell's eval.

                Example: eval "$(toque sandbox keys add --export)"
                """)

        @Option(help: .init("Use this ID. Default: random.", valueName: "id"))
        var id: String?

        @Option(
            help: .init("Read the secret from this file, one line. Default: random.", valueName: "file"),
            completion: .file())
        var secretFile: String?

        @Flag(help: "Print export commands for a shell.")
        var export = false

        @OptionGroup var control: ControlOptions

        func validate() throws {
            if export, control.json { throw CommandError(.conflictingOptions, at: "--export", "excludes --json") }
        }

        func run() async throws {
            var body = JSONObject()
            body["id"] = id.map(JSON.string)
            body["secret"] = try secretFile.map { .string(try SecretFile.token(of: $0)) }
            try await control.withControl { [body] client in
                let key = try await client.ofNoTenant.post("keys", .object(body))
                let reader = JSONReader(key)
                let (id, secret) = (try reader.member("id").string(), try reader.member("secret").string())
                try control.show(
                    key,
                    export
                        ? "export TOQUE_API_KEY_ID=\(id.shellQuoted)\nexport TOQUE_API_KEY_SECRET=\(secret.shellQuoted)"
                        : "\(id):\(secret)")
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove an API key and everything it owns.",
            discussion: "Example: toque sandbox keys remove KEY-ID")

        @Argument(help: "ID of the API key.", completion: SandboxValues.keys)
        var id: String

        @OptionGroup var control: ControlOptions

        func run() async throws {
            try await control.withControl { client in
                _ = try await client.ofNoTenant.delete("keys/\(ControlClient.segment(id))")
                try control.show(["id": .string(id)], "\(id): removed")
            }
        }
    }
}
