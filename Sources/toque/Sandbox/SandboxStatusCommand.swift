import ArgumentParser
import ToqueEncoding

struct SandboxStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the sandbox's settings.",
        discussion: "Example: toque sandbox status")

    @OptionGroup var times: ClockOptions
    @OptionGroup var control: ControlOptions

    private static func label(_ name: String) -> String {
        name + String(repeating: " ", count: max(1, 10 - name.count))
    }

    func run() async throws {
        try await control.withControl { client in
            let index = try await client.get("")
            let (tenant, modes) = (index["tenant"], index["modes"]?.objectValue ?? [:])
            let clock = try await client.get("clock")
            let scenario = try await client.get("scenarios")["default"]
            let webhooks = try await client.get("webhooks")["webhooks"]
            let keys = try await client.ofNoTenant.get("keys")["keys"]
            try control.show(
                [
                    "url": .string(client.server.description), "tenant": tenant ?? .null,
                    "scenario": scenario ?? .null, "clock": clock, "keys": keys ?? [], "webhooks": webhooks ?? [],
                    "modes": .object(modes),
                ],
                """
                sandbox   \(client.server)
                tenant    \(tenant.cell)
                scenario  \(scenario.map { $0.isNull ? "success" : Optional($0).cell } ?? "success")
                clock     \(SandboxClockCommand.text(clock, times))
                webhooks  \(webhooks?.arrayValue?.count ?? 0)
                keys      \(keys?.arrayValue?.count ?? 0)
                """ + modes.map { "\n\(Self.label($0.name))\(Optional($0.value).cell)" }.joined())
        }
    }
}
