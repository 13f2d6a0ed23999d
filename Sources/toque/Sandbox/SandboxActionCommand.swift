import ArgumentParser
import Sandbox
import ToqueEncoding

/// `toque sandbox approve ID`: words other than `toque sandbox` commands are actions of the sandbox's provider.
struct SandboxActionCommand: AsyncParsableCommand, FallbackCommand {
    static let configuration = CommandConfiguration(
        commandName: "do", abstract: "Perform an action on an object.", shouldDisplay: false,
        // The sandbox has the help of its actions.
        helpNames: [])

    @Argument(
        parsing: .allUnrecognized, help: "Action, ID of an object, and options of the action.",
        completion: SandboxValues.actions)
    var words: [String]

    @OptionGroup var table: TableOptions
    @OptionGroup var control: ControlOptions

    func run() async throws {
        let name = words.first ?? ""
        let wantsHelp = !Set(words).isDisjoint(with: ["-h", "--help"])
        let isSlip = !Subcommands.near(name, below: SandboxCommand.self).isEmpty
        try await control.withControl(patience: wantsHelp || isSlip ? Patience.none : nil) { client in
            let index: SandboxIndex
            do throws(ControlError) {
                index = try await SandboxIndex(of: client)
            } catch {
                if wantsHelp { throw CleanExit.helpRequest(SandboxCommand.self) }
                // Without a sandbox, built-in commands serve to suggest a correction for a typo.
                guard isSlip else { throw error }
                throw Subcommands.unknown(name, below: SandboxCommand.self, "toque sandbox", because: "\(error)")
            }
            if let topic = TenantTopic(name, index) {
                return try await topic.run(Array(words.dropFirst()), wantsHelp: wantsHelp, client, control, table)
            }
            guard let action = index.actions.first(where: { $0.name == name }) else {
                throw Subcommands.unknown(
                    name, below: SandboxCommand.self, "toque sandbox",
                    besides: index.actions.map(\.name) + TenantTopic.names(index))
            }
            if wantsHelp { return try Console.standard.result(VerbHelp.ofAction(action)) }
            let arguments = VerbArguments(words.dropFirst())
            let parameters = try arguments.parameters(of: action, "toque sandbox \(name)")
            let ids = try arguments.operands(["id"], "toque sandbox \(name)")
            let object = try await ShortID.resolved(ids[0], client, in: "events", member: "object")
            let answer: JSON
            do throws(ControlError) {
                answer = try await client.post(
                    "objects/\(ControlClient.segment(object))/\(name)", .object(parameters))
            } catch {
                throw CommandError(error, of: action, "toque sandbox \(name)")
            }
            try control.show(answer, index.text(of: answer, table))
        }
    }
}

struct SandboxActionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "actions",
        abstract: "List the actions on objects, and the events of toque trigger.",
        discussion: """
            Each action is a command, such as toque sandbox approve ID. With a name, describes that action or event \
            and lists its options.

            Example: toque sandbox actions payment.failed
            """)

    @Argument(help: "Name of an action or an event.", completion: SandboxValues.verbs)
    var name: String?

    @OptionGroup var table: TableOptions
    @OptionGroup var control: ControlOptions

    func run() async throws {
        try await control.withControl { client in
            let index = try await SandboxIndex(of: client)
            let actions = index.actions.filter { name == nil || $0.name == name }
            let tenantActions = index.tenantActions.filter { name == nil || $0.name == name }
            let triggers = index.triggers.filter { name == nil || $0.name == name }
            if let name, actions.isEmpty, tenantActions.isEmpty, triggers.isEmpty {
                let near = NearestNames.of(
                    name, in: (index.actions + index.tenantActions + index.triggers).map(\.name))
                throw CommandError(
                    .unknownCommand, at: "<name>", "no action and no event is \(name.quoted)",
                    hint: NearestNames.hint(near, list: "toque sandbox actions"))
            }
            let text =
                name == nil
                ? [
                    (Table.Column.name("ACTION"), "EFFECT" as Table.Column, actions + tenantActions),
                    (.name("EVENT"), "RESULT", triggers),
                ].map {
                    name, about, verbs -> String in
                    Table([name, about], rows: verbs.map { [$0.name, $0.summary] })
                        .text(on: .standard, isWide: table.wide)
                }
                : actions.map(VerbHelp.ofAction) + tenantActions.map(VerbHelp.ofTenantAction)
                    + triggers.map(VerbHelp.ofEvent)
            try control.show(
                [
                    "actions": .array(actions.map(\.json)), "tenant_actions": .array(tenantActions.map(\.json)),
                    "triggers": .array(triggers.map(\.json)),
                ],
                text.joined(separator: "\n\n"))
        }
    }
}
