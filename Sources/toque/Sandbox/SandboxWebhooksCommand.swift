import ArgumentParser
import Sandbox
import ToqueEncoding

struct SandboxWebhooksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks",
        abstract: "Manage webhooks and their deliveries.",
        discussion: "Example: toque sandbox webhooks add http://127.0.0.1:8000/webhooks",
        subcommands: [List.self, Add.self, Remove.self, Deliveries.self, Replay.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the webhooks.", discussion: "Example: toque sandbox webhooks list")

        @OptionGroup var table: TableOptions
        @OptionGroup var control: ControlOptions

        func run() async throws {
            try await control.withControl { client in
                try control.show(
                    try await client.get("webhooks")["webhooks"]?.arrayValue ?? [], [.id("WEBHOOK"), .path("URL")],
                    table,
                    absent: "Nobody is notified; toque sandbox webhooks add URL changes that."
                ) { [$0["id"].cell, $0["url"].cell] }
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a webhook.",
            discussion: "Example: toque sandbox webhooks add http://127.0.0.1:8000/webhooks")

        @Argument(help: "URL to notify: https, or http on this machine.")
        var url: String

        @Option(
            help: .init("Read the bearer token to send from this file.", valueName: "file"), completion: .file())
        var tokenFile: String?

        @Flag(help: "Notify of the events of all tenants.")
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
            abstract: "Remove a webhook.",
            discussion: "Example: toque sandbox webhooks remove WEBHOOK-ID")

        @Argument(help: "ID of the webhook.", completion: SandboxValues.webhooks)
        var id: String

        @OptionGroup var control: ControlOptions

        func run() async throws {
            try await control.withControl { client in
                let id = try await ShortID.resolved(id, client, in: "webhooks")
                _ = try await client.delete("webhooks/\(ControlClient.segment(id))")
                try control.show(["id": .string(id)], "\(id): removed")
            }
        }
    }

    struct Deliveries: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "deliveries",
            abstract: "Show the webhook deliveries.",
            discussion: "Example: toque sandbox webhooks deliveries --state failed")

        @Option(
            help: .init(
                "Show only deliveries of this object and its dependents, such as a payment's charges.",
                valueName: "id"),
            completion: SandboxValues.objects)
        var object: String?

        @Option(
            help: .init("Show only deliveries in this state: pending, delivered or failed.", valueName: "state"),
            completion: MachineValues.deliveryStates)
        var state: String?

        @OptionGroup var length: LengthOption
        @OptionGroup var table: TableOptions
        @OptionGroup var control: ControlOptions

        func run() async throws {
            try await control.withControl { client in
                let members = try await SandboxIndex(of: client).webhookMembers
                let log = ControlLog(
                    client: client, name: "deliveries",
                    filter: [("object", try await ShortID.object(object, client)), ("state", state)])
                try control.show(
                    try await log.newest(length.last).entries,
                    [
                        .id("DELIVERY"), .status("STATE"), "ATTEMPTS", "EVENT", .id("OBJECT"), .path("URL"),
                    ],
                    table,
                    absent: "Nothing was delivered."
                ) { delivery in
                    let body = delivery["body"] ?? .null
                    return [
                        delivery["id"].cell, delivery["state"].cell, Self.attempts(delivery),
                        [members.type, members.status].compactMap { body.member(at: $0)?.stringValue }
                            .joined(separator: " "),
                        // The sandbox's own member names the object whose order it keeps: a charge goes with its
                        // payment.
                        (body.member(at: members.object) ?? delivery["object"]).cell, delivery["url"].cell,
                    ]
                }
            }
        }

        /// The result of each attempt: `500, 200`.
        private static func attempts(_ delivery: JSON) -> String {
            let attempts = delivery["attempts"]?.arrayValue ?? []
            return attempts.isEmpty ? "-" : attempts.map { ($0["status"] ?? $0["error"]).cell }.joined(separator: ", ")
        }
    }

    struct Replay: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "replay",
            abstract: "Repeat a webhook delivery.",
            discussion: "Example: toque sandbox webhooks replay DELIVERY-ID")

        @Argument(help: "ID of the delivery.", completion: SandboxValues.deliveries)
        var id: String

        @OptionGroup var control: ControlOptions

        func run() async throws {
            try await control.show({ "\($0["id"].cell)  \($0["state"].cell)" }) { client in
                let id = try await ShortID.resolved(id, client, in: "deliveries")
                return try await client.post("deliveries/\(ControlClient.segment(id))/replay")
            }
        }
    }
}
