import CheckoutContracts
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

    private static func ids(
        _ kind: String, of tenant: String, _ sandbox: some ProviderSandbox, at path: String = "id"
    ) async throws -> [String] {
        try await sandbox.server.engine.store.read(tenant) { transaction in
            try transaction.objects(kind: kind, newestFirst: false, limit: 100).bodies.compactMap {
                (path == "id" ? $0 : $0[path] ?? .null)["id"]?.stringValue
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
            let kind = YunoSessionRecord.kind
            #expect(try await Self.ids(kind, of: "sandbox", sandbox, at: "session").count == 3)
            sandbox.clock.advance(by: Self.day * 20)
            try await Self.prune(sandbox)
            #expect(try await Self.ids(kind, of: "sandbox", sandbox, at: "session") == [young])
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
            #expect(try await Self.ids(TakeMeCharge.kind, of: tenant, sandbox).count == 1)
            sandbox.clock.advance(by: Self.day * 31)
            try await Self.prune(sandbox)
            for kind in [TakeMeCharge.kind, TakeMeSourceRecord.kind, PayerApproval.kind] {
                #expect(try await Self.ids(kind, of: tenant, sandbox) == [], "\(kind)")
            }
        }
    }
}
