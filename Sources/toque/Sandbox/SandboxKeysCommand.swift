import ArgumentParser
import ToqueEncoding
import ToqueFiles

struct SandboxKeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Make and remove API keys. Each is a tenant with objects and a clock of its own.",
        discussion: "Example: eval \"$(toque sandbox keys add --export)\"",
        subcommands: [List.self, Add.self, Remove.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the ids of the keys.", discussion: "Example: toque sandbox keys")

        @OptionGroup var control: ControlOptions

        func run() async throws {
            try await control.withControl { client in
                let keys = try await client.ofNoTenant.get("keys")["keys"]?.arrayValue ?? []
                try control.show(keys, ["KEY", "OF THE START"], absent: "There is no key.") {
                    [$0["id"].cell, $0["configured"].cell]
                }
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Make a key and show it, once.",
            discussion: """
                Prints id:secret, which is also a line of an --api-keys file. With --export, what a shell's eval sets.

                Example: eval "$(toque sandbox keys add --export)"
                """)

        @Option(help: .init("The id. Default: a random one.", valueName: "id"))
        var id: String?

        @Option(
            help: .init("A file that holds the secret. Default: a random one.", valueName: "file"),
            completion: .file())
        var secretFile: String?

        @Flag(help: "Print export commands for a shell.")
        var export = false

        @OptionGroup var control: ControlOptions

        func validate() throws {
            if export, control.json { throw ValidationError("--export and --json exclude each other") }
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
            abstract: "Remove a key with all that it has.",
            discussion: "Example: toque sandbox keys remove KEY-ID")

        @Argument(help: "The id of the key.")
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
