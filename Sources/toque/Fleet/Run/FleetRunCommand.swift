import ArgumentParser
import Fleet
import Glibc
import LoadMeasurement
import ToqueEncoding

struct FleetRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run a load test on this machine and report it.",
        discussion: """
            Users arrive at the rate, whether earlier ones have ended or not; a latency includes the wait for a free \
            user. Ctrl-C ends the test early: users at work finish, and the report follows.

            Example: toque fleet run --users 1000 --rate 50 --for 10m --report html --output report.html
            """)

    @OptionGroup(title: "Load") var load: LoadOptions
    @OptionGroup(title: "Report") var reporting: ReportOptions
    @OptionGroup(title: "Limits") var limits: LoadLimits

    func run() async throws {
        let plan = try load.plan(seed: 1)
        let (language, output) = try reporting.place()
        let live = LiveLoad()
        let test = LoadTest(plan) { number, intended in
            let begun = ContinuousClock.now
            try? await Task.sleep(for: .milliseconds(3 + number % 20))
            return [
                StepOutcome(
                    name: "POST /payment-intents/", duration: ContinuousClock.now - intended, bytes: 100,
                    failure: number % 50 == 7 ? "status 503" : nil),
                StepOutcome(name: "DEVICE sign", duration: ContinuousClock.now - begun),
                StepOutcome(name: "JOURNEY pay", duration: ContinuousClock.now - intended),
            ]
        }
        let report = await Self.untilInterrupted { await test.run(onInterval: live.show) }
        live.end()
        try print(report, target: "http://127.0.0.1:8420", unexpected: [], language, output)
        try limits.check(report)
    }
}
