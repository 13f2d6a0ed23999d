import ArgumentParser
import Sandbox
import ToqueEncoding

/// `toque sandbox approve ID`: a word that is no command of `toque sandbox` is an action of the sandbox's provider.
struct SandboxActionCommand: AsyncParsableCommand, FallbackCommand {
    static let configuration = CommandConfiguration(
        commandName: "do", abstract: "Do an action to an object.", shouldDisplay: false,
        // The sandbox knows the help of its actions.
        helpNames: [])

    @Argument(parsing: .allUnrecognized, help: "An action, the id of an object, and options of the action.")
    var words: [String]

    @OptionGroup var control: ControlOptions

    func run() async throws {
        let name = words.first ?? ""
        let wantsHelp = !Set(words).isDisjoint(with: ["-h", "--help"])
        try await control.withControl { client in
            let index: SandboxIndex
            do throws(ControlError) {
                index = try await SandboxIndex(of: client)
            } catch {
                if wantsHelp { throw CleanExit.helpRequest(SandboxCommand.self) }
                // Without a sandbox, a slip of the pen is known by the commands that are always there.
                guard !Subcommands.near(name, below: SandboxCommand.self).isEmpty else { throw error }
                throw Subcommands.unknown(name, below: SandboxCommand.self, "toque sandbox", because: "\(error)")
            }
            guard let action = index.actions.first(where: { $0.name == name }) else {
                throw Subcommands.unknown(
                    name, below: SandboxCommand.self, "toque sandbox", besides: index.actions.map(\.name))
            }
            if wantsHelp { return try Console.standard.result(action.help("toque sandbox", operand: " ID")) }
            let arguments = try VerbArguments(words.dropFirst())
            let parameters = try arguments.parameters(of: action, "toque sandbox \(name)")
            guard let id = arguments.operands.first, arguments.operands.count == 1 else {
                throw CommandError(
                    .usage, "toque sandbox \(name): found \(arguments.operands.count) ids, expected 1",
                    try: "toque sandbox \(name) ID")
            }
            let answer = try await client.post("objects/\(ControlClient.segment(id))/\(name)", .object(parameters))
            try control.show(answer, index.text(of: answer))
        }
    }
}

struct SandboxActionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "actions",
        abstract: "List what can be done to objects, and the events of toque trigger.",
        discussion: """
            Each action is a command: toque sandbox approve ID. With a name, says what it does and lists its options.

            Example: toque sandbox actions payment.failed
            """)

    @Argument(help: "One action, or one event.")
    var name: String?

    @OptionGroup var control: ControlOptions

    func run() async throws {
        try await control.withControl { client in
            let index = try await SandboxIndex(of: client)
            let actions = index.actions.filter { name == nil || $0.name == name }
            let triggers = index.triggers.filter { name == nil || $0.name == name }
            if let name, actions.isEmpty, triggers.isEmpty {
                let near = NearestNames.of(name, in: (index.actions + index.triggers).map(\.name))
                throw CommandError(
                    .failed, "there is no action and no event \(name.quoted)",
                    try: (near + ["toque sandbox actions"]).joined(separator: ", or "))
            }
            let text =
                name == nil
                ? [("ACTION", "WHAT IT DOES", actions), ("EVENT", "WHAT IT MAKES", triggers)].map {
                    name, about, verbs in
                    Table([name, about], rows: verbs.map { [$0.name, $0.summary] }).text
                }
                : actions.map { $0.help("toque sandbox", operand: " ID") } + triggers.map { $0.help("toque trigger") }
            try control.show(
                ["actions": .array(actions.map(\.json)), "triggers": .array(triggers.map(\.json))],
                text.joined(separator: "\n\n"))
        }
    }
}
