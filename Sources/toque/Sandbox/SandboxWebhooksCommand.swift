import ArgumentParser
import ToqueEncoding

struct SandboxWebhooksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks",
        abstract: "Say who is notified; show and repeat what was delivered.",
        discussion: "Example: toque sandbox webhooks add http://127.0.0.1:8000/webhooks",
        subcommands: [List.self, Add.self, Remove.self, Deliveries.self, Replay.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List who is notified.", discussion: "Example: toque sandbox webhooks")

        @OptionGroup var control: ControlOptions

        func run() async throws {
            try await control.withControl { client in
                try control.show(
                    try await client.get("webhooks")["webhooks"]?.arrayValue ?? [], ["WEBHOOK", "URL"],
                    absent: "Nobody is notified; toque sandbox webhooks add URL changes that."
                ) { [$0["id"].cell, $0["url"].cell] }
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Notify this URL.",
            discussion: "Example: toque sandbox webhooks add http://127.0.0.1:8000/webhooks")

        @Argument(help: "https, or http on this machine.")
        var url: String

        @Option(
            help: .init("A file with the bearer token that is sent along.", valueName: "file"), completion: .file())
        var tokenFile: String?

        @Flag(help: "Notify of what all tenants do.")
        var allTenants = false

        @OptionGroup var control: ControlOptions

        func run() async throws {
            var body: JSONObject = ["url": .string(url)]
            body["token"] = try tokenFile.map { .string(try SecretFile.token(of: $0)) }
            if allTenants { body["all_tenants"] = true }
            try await control.show({ "\($0["id"].cell)  \($0["url"].cell)" }) { [body] in
                try await $0.post("webhooks", .object(body))
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Notify a URL no more.",
            discussion: "Example: toque sandbox webhooks remove WEBHOOK-ID")

        @Argument(help: "The id of the webhook.")
        var id: String

        @OptionGroup var control: ControlOptions

        func run() async throws {
            try await control.withControl { client in
                _ = try await client.delete("webhooks/\(ControlClient.segment(id))")
                try control.show(["id": .string(id)], "\(id): removed")
            }
        }
    }

    struct Deliveries: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "deliveries",
            abstract: "Show what was delivered, and what was not.",
            discussion: "Example: toque sandbox webhooks deliveries --state failed")

        @Option(
            help: .init(
                "Show only deliveries of this object and of those that follow it, such as a payment's charges.",
                valueName: "id"))
        var object: String?

        @Option(help: .init("Show only pending, delivered or failed deliveries.", valueName: "state"))
        var state: String?

        @OptionGroup var length: LengthOption
        @OptionGroup var control: ControlOptions

        func run() async throws {
            try await control.withControl { client in
                let members = try await SandboxIndex(of: client).webhookMembers
                let log = ControlLog(
                    client: client, name: "deliveries", filter: [("object", object), ("state", state)])
                try control.show(
                    try await log.newest(length.last).entries,
                    ["DELIVERY", "STATE", "ATTEMPTS", "EVENT", "OBJECT", "URL"],
                    absent: "Nothing was delivered."
                ) { delivery in
                    let body = delivery["body"] ?? .null
                    return [
                        delivery["id"].cell, delivery["state"].cell, Self.attempts(delivery),
                        [members.type, members.status].compactMap { body.member(at: $0)?.stringValue }
                            .joined(separator: " "),
                        // The sandbox's own member names what it keeps the order of: a charge goes with its payment.
                        (body.member(at: members.object) ?? delivery["object"]).cell, delivery["url"].cell,
                    ]
                }
            }
        }

        /// What each attempt got: `500, 200`.
        private static func attempts(_ delivery: JSON) -> String {
            let attempts = delivery["attempts"]?.arrayValue ?? []
            return attempts.isEmpty ? "-" : attempts.map { ($0["status"] ?? $0["error"]).cell }.joined(separator: ", ")
        }
    }

    struct Replay: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "replay",
            abstract: "Deliver once more.",
            discussion: "Example: toque sandbox webhooks replay DELIVERY-ID")

        @Argument(help: "The id of the delivery.")
        var id: String

        @OptionGroup var control: ControlOptions

        func run() async throws {
            try await control.show({ "\($0["id"].cell)  \($0["state"].cell)" }) {
                try await $0.post("deliveries/\(ControlClient.segment(id))/replay")
            }
        }
    }
}
