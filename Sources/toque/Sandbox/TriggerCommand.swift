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

    @OptionGroup var control: ControlOptions

    func run() async throws {
        if !Set(words).isDisjoint(with: ["-h", "--help"]) { return try await help() }
        let arguments = VerbArguments(words)
        guard let name = arguments.operands.first, arguments.operands.count == 1 else {
            throw CommandError(
                arguments.operands.isEmpty ? .missingArgument : .unexpectedArgument, at: "toque trigger",
                "takes exactly 1 event, not \(arguments.operands.count)",
                hint: "list the events with `toque sandbox actions`")
        }
        try await control.withControl { client in
            let index = try await SandboxIndex(of: client)
            let event = try Self.event(name, of: index)
            var body = try arguments.parameters(of: event, "toque trigger \(name)")
            body["event"] = .string(name)
            let answer = try await client.post("trigger", .object(body))
            try control.show(answer, "\(answer["event"].cell)  \(index.text(of: answer["object"] ?? .null))")
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
            try Console.standard.result(try Self.event(name, of: index).help("toque trigger"))
        }
    }

    private static func event(_ name: String, of index: SandboxIndex) throws(CommandError) -> ControlVerb {
        guard let event = index.triggers.first(where: { $0.name == name }) else {
            throw CommandError(
                .unknownCommand, at: "event", "no event is \(name.quoted)",
                hint: "the events are \(index.triggers.map(\.name).joined(separator: ", "))")
        }
        return event
    }
}
