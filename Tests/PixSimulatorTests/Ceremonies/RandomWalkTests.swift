import PixAPI
import SandboxKit
import Testing
import ToqueCrypto
import ToqueEncoding

@testable import PixSimulator
@testable import Sandbox

/// In any order of events, objects stay within their tables and leave no timers behind.
@Suite struct RandomWalkTests {
    /// Checks that exactly the state's clocks run, and the bank's step if it is pending.
    private func expectTimers<State, Event>(
        _ clocks: Clocks<State, Event, PixSimulator.Durations>, in state: State, hasStep: Bool, of id: String,
        _ transaction: Transaction
    ) throws {
        var kinds = clocks.rows.filter { $0.states.contains(state) }.map { clocks.prefix + $0.event.rawValue }
        if hasStep { kinds.append("\(clocks.prefix)bank_step") }
        var found: [String] = []
        let far = transaction.now + .seconds(1000 * 86_400)
        while let (timer, sequence) = try transaction.session.dueTimer(of: transaction.tenant, at: far) {
            try transaction.removeTimer(sequence)
            if timer.subject == id { found.append(timer.kind) }
        }
        #expect(found.sorted() == kinds.sorted())
    }

    @Test("Random events keep an enrollment within its table and leave no stray timer")
    func enrollments() async throws {
        try await Simulation.run { simulation in
            for seed in 0..<60 { try await walkThroughAnEnrollment(simulation, seed) }
        }
    }

    private func walkThroughAnEnrollment(_ simulation: Simulation, _ seed: Int) async throws {
        let random = SeededRandom(seed: "enrollment \(seed)")
        let scenarios = PixScenario.catalog.all.filter { $0.kinds.contains(.enrollment) }
        let scenario = scenarios[Int(random.bytes(1)[0]) % scenarios.count].name
        try await simulation.write { try $0.setDefaultScenario(scenario) }
        let pending = try await simulation.trigger("enrollment.pending")
        let id = try #require(pending["id"]?.stringValue)
        try await simulation.write { transaction in
            let process = EnrollmentProcess(
                durations: .init(), risk: RiskRefusals(policy: .strict, allowed: []), bank: Bank(identity: .init()))
            var record = try #require(try EnrollmentRecord.find(id, transaction))
            var visited = [record.state]
            for byte in random.bytes(100) {
                let event = EnrollmentEvent.allCases[Int(byte) % EnrollmentEvent.allCases.count]
                let before = record
                let outcome = enrollmentMachine.outcome(of: event, in: before.state)
                guard try process.apply(event, to: &record, transaction) else {
                    #expect(outcome == nil)
                    #expect(record.json == before.json)
                    continue
                }
                #expect(record.state == outcome?.state)
                visited.append(record.state)
                #expect(record.enrollment.status == record.state.status)
                let isOver = [.failed, .canceled].contains(record.enrollment.status)
                #expect((record.enrollment.statusReasonCode != nil) == isOver)
                #expect(try EnrollmentRecord.find(id, transaction)?.json == record.json)
            }
            // No state repeats: the table has no cycles.
            #expect(Set(visited).count == visited.count)
            try expectTimers(
                enrollmentClocks, in: record.state, hasStep: record.nextStep != nil, of: id, transaction)
        }
        let states = try await simulation.events(of: id).map { $0.data["to"]?.stringValue ?? "" }
        #expect(states.allSatisfy { EnrollmentState(rawValue: $0) != nil })
    }

    @Test("Random events keep a payment within its table and leave no stray timer")
    func payments() async throws {
        try await Simulation.run { simulation in
            for seed in 0..<30 { try await walkThroughAPayment(simulation, seed) }
        }
    }

    private func walkThroughAPayment(_ simulation: Simulation, _ seed: Int) async throws {
        let random = SeededRandom(seed: "payment \(seed)")
        let pending = try await simulation.trigger("payment.pending")
        let id = try #require(pending["id"]?.stringValue)
        try await simulation.write { transaction in
            let process = PaymentProcess(
                durations: .init(), risk: RiskRefusals(policy: .strict, allowed: []), bank: Bank(identity: .init()))
            var record = try #require(try PaymentIntentRecord.find(id, transaction))
            for byte in random.bytes(40) {
                let event = PaymentIntentEvent.allCases[Int(byte) % PaymentIntentEvent.allCases.count]
                let before = record
                let outcome = paymentIntentMachine.outcome(of: event, in: before.state)
                let happened = try process.apply(event, to: &record, transaction)
                #expect(happened == (outcome != nil))
                #expect(record.state == outcome?.state ?? before.state)
                #expect((record.intent.failureCode != nil) == (record.state == .failed))
                let charge = try #require(try Charge.find(record.chargeID, transaction))
                #expect(charge.status.rawValue == record.intent.status.rawValue)
                #expect(charge.failureCode == record.intent.failureCode)
            }
            let movements = try transaction.objects(
                kind: PaymentTransaction.kind, filters: [.equals("$.payment_intent", id)], limit: 1
            ).count
            #expect(movements == (record.state == .succeeded ? 1 : 0))
            try expectTimers(
                paymentIntentClocks, in: record.state, hasStep: record.nextStep != nil, of: id, transaction)
        }
    }
}
