import ArgumentParser
import ToqueEncoding

struct SandboxClockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock",
        abstract: "Move the sandbox's time.",
        discussion: "Example: toque sandbox clock advance 2m",
        subcommands: [Show.self, Freeze.self, Run.self, Advance.self],
        defaultSubcommand: Show.self)

    /// A clock's answer in a line.
    static func text(_ clock: JSON) -> String {
        let next = clock["next"].flatMap { $0.isNull ? nil : ", next timer \(Optional($0).cell)" } ?? ""
        return "\(clock["now"].cell) \(clock["frozen"]?.boolValue == true ? "frozen" : "running")\(next)"
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Say what time it is in the sandbox.",
            discussion: "Example: toque sandbox clock")

        @OptionGroup var control: ControlOptions

        func run() async throws {
            try await control.show(SandboxClockCommand.text) { try await $0.get("clock") }
        }
    }

    struct Freeze: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "freeze",
            abstract: "Stop the time.",
            discussion: "Example: toque sandbox clock freeze --at 2026-01-31T12:00:00Z")

        @Option(help: .init("At this moment, which is not before the sandbox's. Default: now.", valueName: "time"))
        var at: String?

        @OptionGroup var control: ControlOptions

        func run() async throws {
            try await control.show(SandboxClockCommand.text) {
                try await $0.post("clock/freeze", at.map { ["at": .string($0)] } ?? [:])
            }
        }
    }

    struct Run: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "run",
            abstract: "Let the time run on from where it stands.",
            discussion: "Example: toque sandbox clock run")

        @OptionGroup var control: ControlOptions

        func run() async throws {
            try await control.show(SandboxClockCommand.text) { try await $0.post("clock/run") }
        }
    }

    struct Advance: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "advance",
            abstract: "Go forward; all that falls due on the way has happened when this returns.",
            discussion: "Example: toque sandbox clock advance 1h30m")

        @Argument(help: .init("How far: 90s, 2m, 1h30m, 365d; a number is seconds.", valueName: "time"))
        var span: TimeSpan?

        @Option(help: .init("Up to this moment instead.", valueName: "time"))
        var to: String?

        @OptionGroup var control: ControlOptions

        func validate() throws {
            guard (span == nil) != (to == nil) else {
                throw ValidationError("expected either how far, \(TimeSpan.expected), or --to TIME")
            }
        }

        private var body: JSON {
            if let span { return ["seconds": span.json] }
            return ["to": to.map(JSON.string) ?? .null]
        }

        func run() async throws {
            try await control.show(Self.text) { try await $0.post("clock/advance", body) }
        }

        private static func text(_ answer: JSON) -> String {
            "\(answer["now"].cell), timers fired: \(answer["timers"].cell), "
                + "webhooks sent: \(answer["deliveries"].cell)"
        }
    }
}
