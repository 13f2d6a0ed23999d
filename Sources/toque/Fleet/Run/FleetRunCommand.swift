import ArgumentParser
import Fleet
import LoadMeasurement
import ToqueCrypto
import ToqueEncoding

struct FleetRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Perform a load test on this machine, and report it.",
        discussion: """
            Users arrive at the rate, whether earlier ones have ended or not; a latency includes the wait for a free \
            user. Ctrl-C ends the test early: users at work finish, and the report follows.

            Example: toque fleet run --users 1000 --rate 50 --for 10m --report html --output report.html
            """)

    @OptionGroup(title: "Load") var load: LoadOptions
    @OptionGroup(title: "Fleet") var options: FleetOptions
    @OptionGroup(title: "Report") var reporting: ReportOptions
    @OptionGroup(title: "Limits") var limits: LoadLimits

    func run() async throws {
        var file = try options.journeyFile()
        let (language, output) = try reporting.place()
        var plan = try load.plan(seed: file.seed ?? Hex.encode(SystemRandom().bytes(4)), users: file.deviceCount)
        let store = try options.store(of: file)
        // A report names the seed, so that the same test can run again. One that only the store has gives the secrets
        // of its devices, and stays there.
        let isNamed = store == nil || file.seed != nil
        if let store { plan.seed = store.seed }
        file.seed = plan.seed
        let fleet = try await options.fleet(file, store: store)
        let report = FleetReport(
            load: await Self.test(plan, fleet), target: file.target?.description ?? "", unexpected: fleet.unexpected,
            seed: isNamed ? plan.seed : nil)
        await fleet.shutdown()
        try print(report, language, output)
        try limits.check(report.load)
    }

    private static func test(_ plan: LoadPlan, _ fleet: Fleet) async -> LoadReport {
        let live = LiveLoad()
        defer { live.end() }
        let test = LoadTest(plan, clock: fleet.clock, executor: { fleet.user($0).executor }) { number, intended in
            let turn = await fleet.user(number).run(from: intended)
            return turn.outcomes + [journey(turn, ContinuousClock.now - intended)]
        }
        return await untilInterrupted {
            await prepare(plan, fleet)
            return await withTaskExecutorPreference(fleet.executor) { await test.run(onInterval: live.show) }
        }
    }

    /// Makes devices, and enrolls them if a journey needs that. The report is of the journeys alone.
    private static func prepare(_ plan: LoadPlan, _ fleet: Fleet) async {
        let preparation = await fleet.prepare(plan.firstUser..<plan.firstUser + plan.users)
        guard !preparation.outcomes.isEmpty else { return }
        let end = Task.isCancelled ? ", until the interrupt." : "."
        let why = preparation.failure.map { "; the first failure: \($0.name): \($0.failure ?? "")" } ?? end
        Console.standard.progress(
            "Enrolled \(preparation.ready) of \(plan.users) devices in \(preparation.outcomes.count) steps\(why)")
    }

    /// A row for whole journeys: a step that failed ends its journey.
    private static func journey(_ turn: FleetTurn, _ duration: Duration) -> StepOutcome {
        let failed = turn.outcomes.last { $0.failure != nil }
        return StepOutcome(
            name: StepKind.journeyPrefix + (turn.journey.map { "\($0)" } ?? ""), duration: duration,
            bytes: turn.outcomes.reduce(0) { $0 + $1.bytes }, failure: failed.map { "failed at \($0.name)" })
    }
}
