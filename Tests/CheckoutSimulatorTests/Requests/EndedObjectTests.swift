import CheckoutContracts
import SandboxKit
import Testing
import ToqueEncoding

@testable import CheckoutSimulator
@testable import Sandbox

@Suite("Objects that --keep removes") struct EndedObjectTests {
    private static let day = Duration.seconds(86_400)

    private static func prune(_ sandbox: some ProviderSandbox) async throws {
        let engine = sandbox.server.engine
        try await Pruner(
            engine.store, engine.journal, engine.provider, keeping: day * 30, logger: engine.configuration.logger
        ).pruneAll()
    }

    private static func ids<Model: StoredModel>(
        _ model: Model.Type, of tenant: String, _ sandbox: some ProviderSandbox
    ) async throws -> [String] {
        try await sandbox.server.engine.store.read(tenant) { transaction in
            try transaction.objects(kind: Model.kind, newestFirst: false, limit: 100).bodies.map {
                try Model(json: $0).id
            }
        }
    }

    @Test("A Yuno session goes after its end, with or without a payment")
    func sessions() async throws {
        try await YunoSandbox.run { sandbox in
            let paid = try await sandbox.session()
            try #require(try await sandbox.pay(paid, by: "PIX").status == 201)
            _ = try await sandbox.session()
            sandbox.clock.advance(by: Self.day * 20)
            let young = try await sandbox.session()
            try await Self.prune(sandbox)
            #expect(try await Self.ids(YunoSessionRecord.self, of: "sandbox", sandbox).count == 3)
            sandbox.clock.advance(by: Self.day * 20)
            try await Self.prune(sandbox)
            #expect(try await Self.ids(YunoSessionRecord.self, of: "sandbox", sandbox) == [young])
        }
    }

    @Test("A TakeMe charge goes with its source")
    func charges() async throws {
        try await TakeMeSandbox.run { sandbox in
            let (source, _) = try await sandbox.makeSource()
            try #require(try await sandbox.decide(source, ["decision": "approve"]).status == 200)
            try #require(try await sandbox.charge(source, idempotencyKey: nil).answer.status == 201)
            let tenant = TakeMeSandbox.publicKey
            try await Self.prune(sandbox)
            #expect(try await Self.ids(TakeMeCharge.self, of: tenant, sandbox).count == 1)
            sandbox.clock.advance(by: Self.day * 31)
            try await Self.prune(sandbox)
            #expect(try await Self.ids(TakeMeCharge.self, of: tenant, sandbox) == [])
            #expect(try await Self.ids(TakeMeSourceRecord.self, of: tenant, sandbox) == [])
            #expect(try await Self.ids(PayerApproval.self, of: tenant, sandbox) == [])
        }
    }
}
