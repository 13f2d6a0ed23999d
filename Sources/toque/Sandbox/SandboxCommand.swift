import ArgumentParser

struct SandboxCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Control a sandbox that runs: failures, time, decisions, state, logs.",
        discussion: """
            Speaks to the control API of toque simulate. Each command takes --json. An action of the sandbox's provider \
            is a command, too, such as toque sandbox approve ID: toque sandbox actions lists them.

            Example: toque sandbox scenario set payment.insufficient_funds
            """,
        subcommands: [SandboxStatusCommand.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Failures and time",
                subcommands: [SandboxScenariosCommand.self, SandboxScenarioCommand.self, SandboxClockCommand.self]),
            CommandGroup(
                name: "Objects",
                subcommands: [SandboxActionsCommand.self, SandboxActionCommand.self]),
            CommandGroup(
                name: "State",
                subcommands: [
                    SandboxResetCommand.self, SandboxSaveCommand.self, SandboxLoadCommand.self,
                    SandboxKeysCommand.self,
                ]),
            CommandGroup(
                name: "What happened",
                subcommands: [
                    SandboxVerifyCommand.self, SandboxRequestsCommand.self, SandboxEventsCommand.self,
                    SandboxCeremoniesCommand.self, SandboxWebhooksCommand.self,
                ]),
        ])
}
