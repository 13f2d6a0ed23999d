import ArgumentParser

struct SandboxResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Make the tenant as new: its objects, time, scenarios and logs. Other tenants keep theirs.",
        discussion: "Example: toque sandbox reset")

    @OptionGroup var control: ControlOptions

    func run() async throws {
        try await control.withControl { client in
            let tenant = try await client.get("")["tenant"]
            _ = try await client.post("reset")
            try control.show(["tenant": tenant ?? .null], "\(tenant.cell): as new")
        }
    }
}
