import LoadMeasurement
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

/// A user on a journey: sends requests, has the device work, and records what came of it. Used by one task.
final class JourneyRun {
    let plan: FleetPlan
    let device: FleetDevice
    let pool: ConnectionPool
    let clock = ContinuousClock()
    /// What earlier steps brought.
    var state: UserState
    /// What this run does wrong on purpose.
    var fault: DeviceFault?
    /// The scenario that this run asks the sandbox for.
    var scenario: String?
    /// True once a request has asked for it.
    var isPlaying = false
    /// The status of the last answer; 0 for none.
    private(set) var lastStatus = 0
    private(set) var outcomes: [StepOutcome] = []
    /// When the next step should have begun; nil for now.
    private var intended: ContinuousClock.Instant?

    init(
        _ plan: FleetPlan, _ device: FleetDevice, _ pool: ConnectionPool, _ state: UserState,
        from intended: ContinuousClock.Instant?
    ) {
        self.plan = plan
        self.device = device
        self.pool = pool
        self.state = state
        self.intended = intended
    }

    // MARK: Requests

    /// Sends a request and records its outcome.
    /// - Parameters:
    ///   - name: of the step in the statistics.
    ///   - server: nil for the target.
    ///   - statuses: the expected ones.
    ///   - isFresh: true for a new connection.
    ///   - hidden: where an answer has values that no report may show.
    ///   - read: takes what later steps need; throws if the answer lacks it.
    func send<Value>(
        _ request: FleetRequest, named name: String, to server: FleetServer? = nil, expecting statuses: [Int],
        isFresh: Bool = false, hiding hidden: [JSONPointer] = [], _ read: (FleetAnswer) throws(AnswerProblem) -> Value
    ) async throws(StepFailure) -> Value {
        let start = begin()
        var answer = FleetAnswer()
        lastStatus = 0
        do throws(ExchangeError) {
            answer = try await pool.send(request, to: server ?? plan.target, isFresh: isFresh)
        } catch {
            record(name, from: start, failure: error.description)
            throw .recorded
        }
        lastStatus = answer.status
        do throws(AnswerProblem) {
            guard statuses.contains(answer.status) else {
                throw AnswerProblem(
                    "answered \(answer.status), expected \(Self.list(statuses))", isOutcome: Self.isRefusal(answer))
            }
            let value = try read(answer)
            record(name, from: start, bytes: answer.body.count)
            return value
        } catch {
            let values =
                hidden.isEmpty ? [] : answer.json.map { json in hidden.compactMap { $0.value(in: json) } } ?? []
            throw refuse(answer, name, start, error, hiding: values.compactMap(\.secretText))
        }
    }

    /// A scenario is there to make outcomes differ. What it cannot bring about is a failure: a wrong key, an unknown
    /// object or scenario, an answer without what it must have.
    private func refuse(
        _ answer: FleetAnswer, _ name: String, _ start: ContinuousClock.Instant, _ problem: AnswerProblem,
        hiding hidden: [String]
    ) -> StepFailure {
        let isPlanned = isPlaying && problem.isOutcome
        record(name, from: start, bytes: answer.body.count, failure: isPlanned ? nil : problem.description)
        guard !isPlanned else { return .ended }
        plan.unexpected.note(
            answer.body, of: name, problem: problem.description, hiding: plan.secrets + state.secrets + hidden)
        return .recorded
    }

    /// True for a refusal that a scenario may ask for.
    private static func isRefusal(_ answer: FleetAnswer) -> Bool {
        guard answer.status >= 400, ![401, 404].contains(answer.status) else { return false }
        // An answer that names the header says that there is no such scenario.
        return !String(decoding: answer.body, as: UTF8.self).contains(scenarioHeader)
    }

    static let scenarioHeader = "X-Toque-Scenario"

    private static func list(_ statuses: [Int]) -> String {
        statuses == BackendRoute.refusals ? "a refusal" : statuses.map(String.init).joined(separator: " or ")
    }

    /// Admits the server of a URL that an answer gave.
    func place(of url: String, step name: String) async throws(StepFailure) -> (server: FleetServer, path: String) {
        do throws(TargetError) {
            return try await plan.network.admit(url, from: plan.target)
        } catch {
            // No request was sent.
            record("DEVICE open page", from: begin(), failure: "\(name): \(error.description)")
            throw .recorded
        }
    }

    /// Repeats a request until it brings a value.
    func poll<Value>(_ attempt: () async throws(StepFailure) -> Value?) async throws(StepFailure) -> Value {
        let end = clock.now + plan.pollTimeout
        while true {
            if let value = try await attempt() { return value }
            guard !Task.isCancelled else { throw .ended }
            guard clock.now + plan.pollInterval <= end else {
                // A scenario may be that no result ever comes.
                guard !isPlaying else { throw .ended }
                failLast("no result in time")
                throw .recorded
            }
            await pause(plan.pollInterval)
        }
    }

    // MARK: The device

    /// Has the device register by options, and records its work.
    func register(_ options: JSON, origin: Origin?) async throws(StepFailure) {
        let start = begin()
        do throws(DeviceError) {
            state.registration = try await device.register(options, origin: origin)
        } catch {
            // A ceremony ends with its task.
            guard !Task.isCancelled else { throw .ended }
            record(StepName.register, from: start, failure: error.description)
            throw .recorded
        }
        record(StepName.register, from: start)
    }

    /// Has the device sign by options, and records its work.
    func sign(_ options: JSON, origin: Origin?) async throws(StepFailure) {
        let start = begin()
        let name = StepName.sign + suffix
        do throws(DeviceError) {
            state.assertion = try await device.sign(options, origin: origin, fault: fault)
        } catch {
            guard !Task.isCancelled else { throw .ended }
            let isPlanned = error.isDeclined && fault == .decline
            record(name, from: start, failure: isPlanned ? nil : error.description)
            throw isPlanned ? .ended : .recorded
        }
        record(name, from: start)
    }

    /// True if the target must refuse the assertion.
    var isSpoiled: Bool { fault == .badSignature || fault == .replay }

    /// Marks the names of steps that a fault spoils.
    var suffix: String { fault.map { " (\($0.rawValue))" } ?? "" }

    // MARK: Trouble

    /// Chooses the journey's fault and scenario by the file's shares.
    func chooseTrouble() {
        fault = choose(plan.file.faults.map { ($0.fault, $0.share) })
        // The first journey has nothing to replay.
        if fault == .replay, !device.canReplay { fault = nil }
        scenario = choose(plan.file.scenarios.map { ($0.name, $0.share) })
    }

    private func choose<Value>(_ shares: [(Value, Double)]) -> Value? {
        guard !shares.isEmpty else { return nil }
        var place = Double.random(in: 0..<1, using: &state.decisions)
        return shares.first { _, share in
            place -= share
            return place < 0
        }?.0
    }

    /// Notes why the journey went no further.
    func end(_ failure: StepFailure) {
        switch failure {
        case .recorded, .ended: break
        // Journeys have their steps in order, so only a journey file's route can ask for too much.
        case .needs(let value, let step): record(step, from: begin(), failure: "no value for \(value)")
        }
    }

    // MARK: Values

    /// A value of an earlier step.
    func value(_ name: String, of step: String) throws(StepFailure) -> JSON {
        guard let value = state.values[name] else { throw .needs(value: name, of: step) }
        return value
    }

    func text(_ name: String, of step: String) throws(StepFailure) -> String {
        let value = try value(name, of: step)
        return value.stringValue ?? value.serialized()
    }

    /// Notes that the user is enrolled, for later payments and for the store.
    /// - Parameter options: of the registration.
    func enroll(as name: String, by options: JSON) {
        state.values[name] = true
        state.enrollment = FleetStore.Record(
            device: device.number, options: options,
            credential: state.registration.map { Base64URL.encode($0.credentialID) }, values: state.values,
            secretNames: state.secretNames.sorted())
    }

    // MARK: Time

    private func begin() -> ContinuousClock.Instant {
        defer { intended = nil }
        return intended ?? clock.now
    }

    /// Waits; the next step counts from the end of the wait.
    func pause(_ duration: Duration) async {
        // The sleep fails if the task was canceled; the journey then ends before its next step.
        if duration > .zero { try? await LoopClock(loop: pool.loop).sleep(for: duration) }
    }

    private func record(
        _ name: String, from start: ContinuousClock.Instant, bytes: Int = 0, failure: String? = nil
    ) {
        outcomes.append(StepOutcome(name: name, duration: clock.now - start, bytes: bytes, failure: failure))
    }

    /// Records a failure that is no request's.
    func note(failure: String, of name: String) { record(name, from: clock.now, failure: failure) }

    /// Turns the last outcome into a failure.
    private func failLast(_ reason: String) {
        if let last = outcomes.indices.last { outcomes[last].failure = reason }
    }
}

/// What an answer lacks, without IDs.
struct AnswerProblem: Error, Sendable, Hashable, CustomStringConvertible {
    let description: String
    /// True if a scenario may have asked for it: a status of an answer or of an object.
    let isOutcome: Bool

    init(_ description: String, isOutcome: Bool = false) {
        self.description = description
        self.isOutcome = isOutcome
    }
}

/// What a user keeps between steps and journeys.
struct UserState: Sendable {
    var values: [String: JSON] = [:]
    /// Names of values that no report may show.
    var secretNames: Set<String> = []
    var registration: RegistrationResponse?
    /// True once the device has a passkey of a checkout sandbox's payer.
    var hasPasskey = false
    /// What a store keeps of the last enrollment; nil before any.
    var enrollment: FleetStore.Record?
    var assertion: AuthenticationResponse?
    /// Numbers for the user's choices.
    var decisions: UserDecisions

    init(decisions: UserDecisions) { self.decisions = decisions }

    /// Takes the state out for a turn, which then changes it in place.
    mutating func taken() -> UserState {
        defer { self = UserState(decisions: decisions) }
        return self
    }

    var secrets: [String] { secretNames.compactMap { values[$0]?.secretText } }
}
