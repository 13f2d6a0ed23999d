import LoadMeasurement
import NIOCore
import Synchronization
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

/// A simulated user with one device. Its journeys follow one after the other.
public final class FleetUser: Sendable {
    public let number: Int
    public let device: FleetDevice
    private let plan: FleetPlan
    /// Runs the user's turns, on the thread of its connections.
    public var executor: any TaskExecutor { loopExecutor }
    private let loopExecutor: LoopExecutor
    private let pool: ConnectionPool
    private let turns = Turns()
    /// What the user keeps; taken by one turn at a time.
    private let state: Mutex<UserState>
    /// False until the device has what the store kept of it.
    private let isRestored: Mutex<Bool>

    init(_ number: Int, _ plan: FleetPlan, _ executor: LoopExecutor, _ pool: ConnectionPool) {
        self.number = number
        self.plan = plan
        loopExecutor = executor
        self.pool = pool
        var state = UserState(decisions: plan.seed.decisions(ofUser: number))
        state.enrollment = plan.store?.record(of: number)
        device = FleetDevice(
            seed: plan.seed, number: number, profile: plan.profile, signCount: state.enrollment?.signCount ?? 0,
            rsaKeys: plan.rsaKeys)
        isRestored = Mutex(state.enrollment == nil)
        self.state = Mutex(state)
    }

    /// Goes on one whole journey: the user's next by the file's weights.
    /// - Parameter intended: when it should have begun. The first outcome counts from there.
    public func run(from intended: ContinuousClock.Instant) async -> FleetTurn {
        await turn(from: intended) { [plan] run in
            let journey = Self.pick(plan.journeys, &run.state.decisions) ?? plan.journeys[0].journey
            return await Self.go(journey, run)
        }
    }

    /// Goes on one whole journey of a kind.
    /// - Parameters:
    ///   - kind: one that the file need not have.
    ///   - intended: when it should have begun. The first outcome counts from there.
    public func run(_ kind: JourneyKind, from intended: ContinuousClock.Instant) async -> FleetTurn {
        let journey = plan.journey(kind)
        return await turn(from: intended) { await Self.go(journey, $0) }
    }

    /// Enrolls the user, if a journey needs that and it has not happened.
    /// - Returns: the outcomes, and whether the user is ready.
    func prepare() async -> (outcomes: [StepOutcome], isReady: Bool) {
        let isReady = Mutex(true)
        let turn = await turn(from: nil) { [plan] run in
            for (journey, _) in plan.journeys {
                if (try? await Self.prepare(for: journey, run)) == nil { isReady.withLock { $0 = false } }
            }
            return nil
        }
        return (turn.outcomes, isReady.withLock { $0 })
    }

    /// Takes one step of a journey.
    /// - Returns: the outcomes, and why the step could not begin.
    /// - Parameters:
    ///   - step: of any journey.
    ///   - fault: of this step; nil for none.
    ///   - scenario: of the object that the step makes; nil for none.
    ///   - intended: when it should have begun.
    func step(
        _ step: JourneyStep, fault: DeviceFault?, scenario: String?, from intended: ContinuousClock.Instant
    ) async -> (turn: FleetTurn, missing: String?) {
        let missing = Mutex<String?>(nil)
        let turn = await turn(from: intended) { run in
            (run.fault, run.scenario) = (fault, scenario)
            do throws(StepFailure) {
                try await step.run(run)
            } catch {
                if case .needs(let value, let source) = error {
                    missing.withLock { $0 = "the user has no \(value); first take the step \(source)" }
                }
            }
            return nil
        }
        return (turn, missing.withLock { $0 })
    }

    // MARK: The device

    /// Has the device register.
    /// - Parameters:
    ///   - options: as the server sent them, with or without a wrapper.
    ///   - origin: of the page or app; nil for the file's.
    ///   - fault: `decline`, or nil.
    /// - Returns: the response, and the time that it took.
    func register(
        _ options: JSON, origin: Origin?, fault: DeviceFault?
    ) async -> (Result<RegistrationResponse, DeviceError>, Duration) {
        await work { [device, plan] () throws(DeviceError) in
            try await device.register(options, origin: origin ?? plan.origin, fault: fault)
        }
    }

    /// Has the device sign.
    /// - Parameters:
    ///   - options: as the server sent them, with or without a wrapper.
    ///   - origin: of the page or app; nil for the file's.
    ///   - fault: spoils the response; nil for a good one.
    /// - Returns: the response, and the time that it took.
    func sign(
        _ options: JSON, origin: Origin?, fault: DeviceFault?
    ) async -> (Result<AuthenticationResponse, DeviceError>, Duration) {
        await work { [device, plan] () throws(DeviceError) in
            try await device.sign(options, origin: origin ?? plan.origin, fault: fault)
        }
    }

    private func work<Response: Sendable>(
        _ body: @escaping @Sendable () async throws(DeviceError) -> Response
    ) async -> (Result<Response, DeviceError>, Duration) {
        await turns.begin()
        defer { turns.end() }
        return await withTaskExecutorPreference(loopExecutor) {
            await restore()
            let start = ContinuousClock.now
            let result: Result<Response, DeviceError>
            do throws(DeviceError) {
                result = .success(try await body())
            } catch {
                result = .failure(error)
            }
            return (result, ContinuousClock.now - start)
        }
    }

    // MARK: Journeys

    private static func go(_ journey: Journey, _ run: JourneyRun) async -> JourneyKind {
        run.chooseTrouble()
        do throws(StepFailure) {
            try await prepare(for: journey, run)
            for step in journey.steps { try await take(step, run) }
        } catch {
            run.end(error)
        }
        return journey.kind
    }

    private static func prepare(for journey: Journey, _ run: JourneyRun) async throws(StepFailure) {
        guard !journey.preparation.isEmpty, run.state.values[journey.preparedBy] == nil else { return }
        for step in journey.preparation { try await take(step, run) }
    }

    private static func take(_ step: JourneyStep, _ run: JourneyRun) async throws(StepFailure) {
        guard !Task.isCancelled else { throw .ended }
        if step.needsThought, !run.outcomes.isEmpty {
            await run.pause(run.plan.file.think.next(&run.state.decisions))
            guard !Task.isCancelled else { throw .ended }
        }
        try await step.run(run)
    }

    private static func pick(
        _ journeys: [(journey: Journey, weight: Double)], _ random: inout UserDecisions
    ) -> Journey? {
        var place = Double.random(in: 0..<1, using: &random) * journeys.reduce(0) { $0 + $1.weight }
        return journeys.first { _, weight in
            place -= weight
            return place < 0
        }?.journey
    }

    /// Runs a body as the user's only turn, on the thread of its connections.
    private func turn(
        from intended: ContinuousClock.Instant?, _ body: @Sendable (JourneyRun) async -> JourneyKind?
    ) async -> FleetTurn {
        await turns.begin()
        defer { turns.end() }
        return await withTaskExecutorPreference(loopExecutor) {
            await restore()
            let run = JourneyRun(plan, device, pool, state.withLock { $0.taken() }, from: intended)
            let kind = await body(run)
            await save(run)
            state.withLock { $0 = run.state }
            return FleetTurn(journey: kind, outcomes: run.outcomes)
        }
    }

    // MARK: The store

    /// Makes the device again as the store kept it.
    private func restore() async {
        let isNeeded = isRestored.withLock { isRestored in
            defer { isRestored = true }
            return !isRestored
        }
        guard isNeeded, let record = state.withLock({ $0.enrollment }) else { return }
        // The same options give the same credential. If they do not, such as after a change of the profile, the user
        // enrolls again.
        guard case .object = record.options,
            let made = try? await device.register(record.options, origin: plan.origin),
            record.credential == nil || record.credential == Base64URL.encode(made.credentialID)
        else { return }
        state.withLock { state in
            state.values = record.values
            state.secretNames = Set(record.secretNames)
        }
    }

    /// Keeps the enrollment and the signature counter, before anybody hears of the turn.
    private func save(_ run: JourneyRun) async {
        guard let store = plan.store, var record = run.state.enrollment else { return }
        record.signCount = device.storage.signCount()
        do {
            try await store.save(record)
        } catch {
            run.note(failure: "\(error)", of: "DEVICE store")
        }
    }
}

/// What came of a user's turn.
public struct FleetTurn: Sendable, Hashable {
    /// nil if the turn was no whole journey.
    public let journey: JourneyKind?
    public let outcomes: [StepOutcome]
}
