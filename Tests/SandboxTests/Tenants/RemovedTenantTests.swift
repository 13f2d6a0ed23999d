import Dispatch
import Foundation
import Logging
import Testing
import ToqueEncoding
import ToqueTestSupport

@testable import Sandbox

/// A key that is removed while its requests run leaves nothing.
@Suite(.timeLimit(.minutes(2))) final class RemovedTenantTests {
    private let clock = ManualClock(now: Timestamp(microseconds: 1_772_366_400_000_000))
    private let folder = NSTemporaryDirectory() + "toque-\(UUID().uuidString)"

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// With the tenant `t`.
    private func makeStore(on storage: StorageUnderTest) async throws -> SandboxStore {
        let store = try SandboxStore(
            try storage.location(folder), for: StoredProvider(secrets: ["key"]), clock: clock
        ) { _, _ in }
        try await store.admit(APIKey(id: "t", secret: "s"), isConfigured: false, clock: TenantClock()) { _ in }
        return store
    }

    /// The tables with rows of a tenant.
    private static func tables(of tenant: String, _ store: SandboxStore) async throws -> [String] {
        try await store.access(.everything, isReading: true) { session in
            let tables = StoredTable.all.filter { $0.columns.contains("tenant") }.map(\.name)
            return try (tables + ["claim"]).filter { table in
                try session.first("SELECT 1 AS found FROM \(table) WHERE tenant = ? LIMIT 1", [.text(tenant)]) != nil
            }
        }
    }

    private static func fill(_ transaction: Transaction) throws {
        try transaction.put([:], kind: "thing", id: "1")
        try transaction.setSetting("name", "value")
        try transaction.register(oneTimeValue: "v", purpose: "p", subject: "1")
        try transaction.schedule(SandboxTimer(kind: "k", subject: "1", due: transaction.now + .seconds(60)))
        try transaction.emit("thing.made", kind: "thing", object: "1", data: ["status": "made"])
    }

    @Test("A request whose key is removed while it runs gets 401 and writes nothing", arguments: StorageUnderTest.all)
    func request(_ storage: StorageUnderTest) async throws {
        let route = Route("POST", "things") { request in
            try await request.engine.store.remove(request.tenant)
            try await request.engine.journal.remove(tenant: request.tenant)
            try await request.write { try Self.fill($0) }
            return .noContent
        }
        let location = try storage.location(folder)
        try await withServer([route]) {
            $0.keys.append(APIKey(id: "late", secret: "secret"))
            $0.database = location
        } _: { server throws in
            let answer = try await server.send("POST", "/things", id: "late")
            #expect(answer.status == 401)
            #expect(answer.text.hasPrefix(#"{"code":"authentication_failed","#))
            #expect(try await Self.tables(of: "late", server.engine.store) == [])
            #expect(try await server.journal.entries.isEmpty)
        }
    }

    @Test("A write that waits for the removal of its tenant is refused", arguments: StorageUnderTest.all)
    func waiting(_ storage: StorageUnderTest) async throws {
        let store = try await makeStore(on: storage)
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let gate = DispatchSemaphore(value: 0)
        async let holding: Void = store.write("t") { _ in
            beginning.yield()
            gate.wait()
        }
        for await _ in begun { break }
        let removing = Task { try await store.remove("t") }
        #expect(await eventually { store.storage.waitingCount == 1 })
        // Both may share a transaction.
        let writing = Task {
            try await store.write("t", requiresTenant: true) { try RemovedTenantTests.fill($0) }
        }
        #expect(await eventually { store.storage.waitingCount == 2 })
        gate.signal()
        try await holding
        try await removing.value
        await #expect(throws: SandboxError.noTenant) { try await writing.value }
        #expect(try await Self.tables(of: "t", store) == [])
        store.close()
    }

    @Test("A removed tenant keeps no row, and gets neither a claim nor a request", arguments: StorageUnderTest.all)
    func rows(_ storage: StorageUnderTest) async throws {
        let store = try await makeStore(on: storage)
        let journal = StoredJournal(store, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let now = clock.now
        try await store.write("t") { try Self.fill($0) }
        await journal.append(.request("1"))
        #expect(try await store.claim("a", of: "t", at: now, until: now + .seconds(60)))
        #expect(try await Self.tables(of: "t", store).contains("request"))
        try await store.remove("t")
        #expect(try await Self.tables(of: "t", store) == [])

        await journal.append(.request("2"))
        await #expect(throws: SandboxError.noTenant) {
            try await store.claim("b", of: "t", at: now, until: now + .seconds(60))
        }
        #expect(try await Self.tables(of: "t", store) == [])
        store.close()
    }
}
