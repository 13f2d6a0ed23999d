import ArgumentParser
import ToqueEncoding

struct SandboxClockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock",
        abstract: "Show, freeze or advance the sandbox's clock.",
        discussion: "Example: toque sandbox clock advance 2m",
        subcommands: [Show.self, Freeze.self, Run.self, Advance.self],
        defaultSubcommand: Show.self)

    /// A clock's response in one line.
    static func text(_ clock: JSON, _ options: ClockOptions) -> String {
        let exact = options.verbose
        let next = clock["next"].flatMap { $0.isNull ? nil : ", next timer \(Optional($0).time(exact: exact))" } ?? ""
        let state = clock["frozen"]?.boolValue == true ? "frozen" : "running"
        return "\(clock["now"].time(exact: exact)) \(state)\(next)"
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show the sandbox's time.",
            discussion: "Example: toque sandbox clock show")

        @OptionGroup var clock: ClockOptions
        @OptionGroup var control: ControlOptions

        func run() async throws {
            try await control.show({ SandboxClockCommand.text($0, clock) }) { try await $0.get("clock") }
        }
    }

    struct Freeze: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "freeze",
            abstract: "Freeze the clock.",
            discussion: "Example: toque sandbox clock freeze --at 2026-01-31T12:00:00Z")

        @Option(help: .init("Freeze it at this time, now or later. Default: now.", valueName: "time"))
        var at: String?

        @OptionGroup var clock: ClockOptions
        @OptionGroup var control: ControlOptions

        func run() async throws {
            try await control.show({ SandboxClockCommand.text($0, clock) }) {
                try await $0.post("clock/freeze", at.map { ["at": .string($0)] } ?? [:])
            }
        }
    }

    struct Run: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "run",
            abstract: "Let a frozen clock run on from its time.",
            discussion: "Example: toque sandbox clock run")

        @OptionGroup var clock: ClockOptions
        @OptionGroup var control: ControlOptions

        func run() async throws {
            try await control.show({ SandboxClockCommand.text($0, clock) }) { try await $0.post("clock/run") }
        }
    }

    struct Advance: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "advance",
            abstract: "Advance the clock, and wait until everything due by then has happened.",
            discussion: "Example: toque sandbox clock advance 1h30m")

        @Argument(help: .init("How far: 90s, 2m, 1h30m, 365d; a plain number is seconds.", valueName: "time"))
        var span: TimeSpan?

        @Option(help: .init("Advance to this time instead.", valueName: "time"))
        var to: String?

        @OptionGroup var clock: ClockOptions
        @OptionGroup var control: ControlOptions

        func validate() throws {
            guard (span == nil) != (to == nil) else {
                throw CommandError(
                    span == nil ? .missingArgument : .conflictingOptions,
                    "pass either TIME, \(TimeSpan.expected), or --to TIME")
            }
        }

        private var body: JSON {
            if let span { return ["seconds": span.json] }
            return ["to": to.map(JSON.string) ?? .null]
        }

        func run() async throws {
            try await control.show(text) { try await $0.post("clock/advance", body) }
        }

        private func text(_ answer: JSON) -> String {
            "\(answer["now"].time(exact: clock.verbose)), timers fired: \(answer["timers"].cell), "
                + "webhooks sent: \(answer["deliveries"].cell)"
        }
    }
}
