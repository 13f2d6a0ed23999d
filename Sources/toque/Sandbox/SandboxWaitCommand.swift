import ArgumentParser
import ToqueEncoding

struct SandboxWaitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait until the sandbox answers.",
        discussion: """
            Exits 0 when the sandbox answers, and 3 when it does not answer in time. The other commands wait up to 2 \
            seconds; TOQUE_WAIT changes that.

            Example: toque sandbox wait --timeout 10s
            """)

    @Option(help: .init("Give up after this time. Default: 30s.", valueName: "time"))
    var timeout: TimeSpan?

    @OptionGroup var control: ControlOptions

    func run() async throws {
        let patience = Patience(timeout?.duration ?? .seconds(30), coversAnswers: true)
        try await control.withControl(patience: patience) { client in
            _ = try await client.ofNoTenant.get("")
            try control.show(["url": .string("\(client.server)")], "\(client.server): ready")
        }
    }
}
