import ArgumentParser
import Sandbox
import ToqueEncoding

struct TriggerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trigger",
        abstract: "Make an object with its whole history and its webhooks, in one call.",
        discussion: """
            The object goes through the same states as any other. toque sandbox actions lists the events of the \
            sandbox's provider; toque trigger EVENT --help lists an event's options, each with a value.

            Example: toque trigger payment.failed --reason insufficient_funds
            """,
        // The sandbox knows the help of its events.
        helpNames: [])

    @Argument(
        parsing: .allUnrecognized,
        help: .init("Such as payment.failed, and the event's options.", valueName: "event"))
    var words: [String]

    @OptionGroup var control: ControlOptions

    func run() async throws {
        if !Set(words).isDisjoint(with: ["-h", "--help"]) { return try await help() }
        let arguments = try VerbArguments(words)
        guard let name = arguments.operands.first, arguments.operands.count == 1 else {
            throw CommandError(
                .usage, "toque trigger: found \(arguments.operands.count) events, expected 1",
                try: "toque sandbox actions, which lists them")
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

    /// The help of an event; that of the command without one, and without a sandbox.
    private func help() async throws {
        guard let name = words.first(where: { !$0.hasPrefix("-") }) else { throw CleanExit.helpRequest(Self.self) }
        try await control.withControl { client in
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
                .failed, "there is no event \(name.quoted)", try: index.triggers.map(\.name).joined(separator: ", "))
        }
        return event
    }
}
