import ArgumentParser

struct SandboxCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Control a running sandbox: failures, time, decisions, state, logs.",
        discussion: """
            Uses the control API of toque simulate. The provider's actions are commands too, such as toque sandbox \
            approve ID. List them with toque sandbox actions.

            Example: toque sandbox scenario set payment.insufficient_funds
            """,
        subcommands: [SandboxStatusCommand.self, SandboxWaitCommand.self],
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
                    SandboxKeysCommand.self, SandboxMigrateCommand.self,
                ]),
            CommandGroup(
                name: "Logs",
                subcommands: [
                    SandboxVerifyCommand.self, SandboxRequestsCommand.self, SandboxEventsCommand.self,
                    SandboxCeremoniesCommand.self, SandboxWebhooksCommand.self,
                ]),
        ])
}
