import ArgumentParser
import ToqueEncoding

struct SandboxStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Say how the sandbox is set.",
        discussion: "Example: toque sandbox status")

    @OptionGroup var control: ControlOptions

    func run() async throws {
        try await control.withControl { client in
            let tenant = try await client.get("")["tenant"]
            let clock = try await client.get("clock")
            let scenario = try await client.get("scenarios")["default"]
            let webhooks = try await client.get("webhooks")["webhooks"]
            let keys = try await client.ofNoTenant.get("keys")["keys"]
            try control.show(
                [
                    "url": .string(client.server.description), "tenant": tenant ?? .null,
                    "scenario": scenario ?? .null, "clock": clock, "keys": keys ?? [], "webhooks": webhooks ?? [],
                ],
                """
                sandbox   \(client.server)
                tenant    \(tenant.cell)
                scenario  \(scenario.map { $0.isNull ? "success" : Optional($0).cell } ?? "success")
                clock     \(SandboxClockCommand.text(clock))
                webhooks  \(webhooks?.arrayValue?.count ?? 0)
                keys      \(keys?.arrayValue?.count ?? 0)
                """)
        }
    }
}
