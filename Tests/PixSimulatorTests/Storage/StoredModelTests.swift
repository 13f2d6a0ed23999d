import PixAPI
import Sandbox
import SandboxKit
import Testing

@testable import PixSimulator

/// The store caches values beside their documents: both must be equal.
@Suite struct StoredModelTests {
    private func expectKeptAsStored<Model: StoredModel>(
        _ type: Model.Type, _ simulation: Simulation, count: Int
    ) async throws {
        let (kept, stored) = try await simulation.write { transaction in
            let bodies = try transaction.objects(kind: Model.kind, limit: 1000).bodies
            let stored = try bodies.map(Model.init(json:))
            return (try stored.map { try Model.find($0.id, transaction) }, stored)
        }
        #expect(stored.count >= count)
        for (kept, stored) in zip(kept, stored) {
            #expect(kept.map { String(reflecting: $0) } == String(reflecting: stored))
        }
    }

    @Test("The cached value of each object equals its stored document", arguments: ["approve", "decline"])
    func areKeptAsTheyAreStored(decision: String) async throws {
        try await Simulation.run { simulation in
            if decision == "approve" {
                let (enrollment, enrolled) = try await simulation.enrolled()
                let device = enrolled
                let intent = try await simulation.createIntent(enrollment)
                let body = try device.sign(intent.options, signals: Simulation.signals)
                #expect(try await simulation.post("/payment-intents/\(intent.id)/authorize/", body).status == 204)
                simulation.clock.advance(by: .seconds(1))
                _ = try await simulation.intent(intent.id)
            } else {
                let created = try await simulation.createEnrollment()
                let callback = try await simulation.decide(created, "decision=decline")
                _ = try await simulation.complete(callback)
            }
            let isPaid = decision == "approve"
            try await expectKeptAsStored(EnrollmentRecord.self, simulation, count: 1)
            try await expectKeptAsStored(PaymentIntentRecord.self, simulation, count: isPaid ? 1 : 0)
            try await expectKeptAsStored(Charge.self, simulation, count: isPaid ? 1 : 0)
            try await expectKeptAsStored(PaymentTransaction.self, simulation, count: isPaid ? 1 : 0)
            try await expectKeptAsStored(Customer.self, simulation, count: 1)
            try await expectKeptAsStored(BankAccount.self, simulation, count: 1)
            try await expectKeptAsStored(InstitutionRecord.self, simulation, count: 1)
        }
    }
}
