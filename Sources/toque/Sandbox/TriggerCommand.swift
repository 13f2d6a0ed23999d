import ArgumentParser
import Sandbox
import ToqueEncoding

struct TriggerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trigger",
        abstract: "Make an object with its whole history and webhooks, in one call.",
        discussion: """
            The object goes through the same states as any other. List the events with toque sandbox actions, and an \
            event's options with toque trigger EVENT --help.

            Example: toque trigger payment.failed --reason insufficient_funds
            """,
        // The sandbox has the help of its events.
        helpNames: [])

    @Argument(
        parsing: .allUnrecognized,
        help: .init("Event, such as payment.failed, and its options.", valueName: "event"),
        completion: SandboxValues.trigger)
    var words: [String]

    @OptionGroup var table: TableOptions
    @OptionGroup var control: ControlOptions

    func run() async throws {
        if !Set(words).isDisjoint(with: ["-h", "--help"]) { return try await help() }
        let arguments = VerbArguments(words)
        let name = try arguments.operands(["event"], "toque trigger")[0]
        try await control.withControl { client in
            let index = try await SandboxIndex(of: client)
            let event = try Self.event(name, of: index)
            var body = try arguments.parameters(of: event, "toque trigger \(name)")
            body["event"] = .string(name)
            let answer: JSON
            do throws(ControlError) {
                answer = try await client.post("trigger", .object(body))
            } catch {
                throw CommandError(error, of: event, "toque trigger \(name)")
            }
            try control.show(answer, "\(answer["event"].cell)  \(index.text(of: answer["object"] ?? .null, table))")
        }
    }

    /// The help of an event. Without one, or without a sandbox, that of the command.
    private func help() async throws {
        guard let name = words.first(where: { !$0.hasPrefix("-") }) else { throw CleanExit.helpRequest(Self.self) }
        try await control.withControl(patience: Patience.none) { client in
            let index: SandboxIndex
            do throws(ControlError) {
                index = try await SandboxIndex(of: client)
            } catch {
                throw CleanExit.helpRequest(Self.self)
            }
            try Console.standard.result(VerbHelp.ofEvent(try Self.event(name, of: index)))
        }
    }

    private static func event(_ name: String, of index: SandboxIndex) throws(CommandError) -> ControlVerb {
        guard let event = index.triggers.first(where: { $0.name == name }) else {
            throw CommandError(
                .unknownCommand, at: "<event>", "no event is \(name.quoted)",
                hint: "the events are \(index.triggers.map(\.name).joined(separator: ", "))")
        }
        return event
    }
}
