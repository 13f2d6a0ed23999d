import Foundation
import GRDB
import Testing
import ToqueEncoding

@testable import Sandbox

@Suite final class DatabaseCopyTests {
    private static let start = Timestamp(microseconds: 1_772_366_400_000_000)
    private static let provider = StoredProvider(
        name: "lamps", version: 2, indexes: [ObjectIndex("$.color")], secrets: ["key"])
    private let folder = NSTemporaryDirectory() + "toque-\(UUID().uuidString)"

    init() throws {
        for name in ["", "/from", "/to", "/back"] {
            try FileManager.default.createDirectory(atPath: folder + name, withIntermediateDirectories: false)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func open(_ location: SandboxStore.Location) throws -> SandboxStore {
        try SandboxStore(location, for: Self.provider, clock: ManualClock(now: Self.start)) { _, _ in }
    }

    /// A database with rows in every table, and a removed newest event.
    private func make(_ location: SandboxStore.Location) async throws {
        let store = try open(location)
        for id in ["a", "b"] {
            try await store.admit(APIKey(id: id, secret: "s"), isConfigured: false, clock: TenantClock()) { _ in }
        }
        try await store.setClock(TenantClock(frozenAt: Self.start + .seconds(9)), of: "b")
        _ = try await store.initializeSharedSetting("shared", "value")
        try await store.write("a") { transaction in
            _ = try transaction.addWebhookEndpoint(url: "https://example.com/", token: "secret", allTenants: true)
            for number in 0..<1200 {
                let id = "\(number)"
                try transaction.put(["color": .string("c\(number % 7)"), "text": "a\u{0}b"], kind: "thing", id: id)
                try transaction.emit(
                    "thing.made", kind: "thing", object: id, data: ["status": "made", "reason": .null])
            }
            try transaction.schedule(SandboxTimer(kind: "k", subject: "1", due: Self.start + .seconds(60)))
            try transaction.register(oneTimeValue: "v", purpose: "p", subject: "1")
            try transaction.setSetting("name", "value")
            try transaction.setScenario("slow", of: "1")
            try transaction.setDefaultScenario("down")
            try transaction.recordCeremony(
                "c", of: "1", type: "registration", document: "[1]", verdict: #"{"verdict":"ok"}"#)
            try transaction.send(Webhook(id: "w", object: "1", body: ["a": 1]))
            try transaction.session.keep(
                "null", toKey: "k", request: "r", at: 0, until: Self.start.microseconds + 1, of: transaction.tenant)
            try transaction.emit("thing.gone", kind: "thing", object: "none", data: .null)
            let last = try transaction.lastEventCursor()
            try transaction.session.run("DELETE FROM event WHERE cursor = ?", [.integer(last)])
        }
        store.close()
    }

    @Test(
        "A copy has everything, keeps counting where the original stopped, and copies back",
        arguments: StorageUnderTest.all)
    func copies(_ storage: StorageUnderTest) async throws {
        let from = SandboxStore.Location.file(folder + "/from/sandbox.sqlite")
        try await make(from)
        let to = try storage.location(folder + "/to")
        // Memory ends with the copy.
        if to == .memory { return }
        let rows = try DatabaseCopy(from: from, to: to).rows
        #expect(rows.first { $0.table == "object" }?.count == 1200)
        #expect(Set(StoredTable.all.map(\.name)).subtracting(rows.map(\.table)) == ["request", "request_loss"])
        let back = SandboxStore.Location.file(folder + "/back/sandbox.sqlite")
        #expect(try DatabaseCopy(from: to, to: back).rows.map(\.count) == rows.map(\.count))

        for location in [to, back] {
            let (old, new) = (try open(from), try open(location))
            for tenant in ["a", "b"] {
                func state(_ store: SandboxStore) async throws -> [JSON] {
                    try await store.read(tenant) { transaction in
                        try StateTable.all.map { try $0.rows(transaction) } + transaction.objectCounts().map(\.json)
                            + [.string("\(transaction.now)"), .text(try transaction.defaultScenario())]
                    }
                }
                #expect(try await state(old) == state(new))
                #expect(old.secret("key", of: tenant)?.text == new.secret("key", of: tenant)?.text)
            }
            #expect(new.keys.takes(id: "a", secret: "s".utf8))
            #expect(try await new.sharedSetting("shared") == "value")
            #expect(
                try await new.read("a") { try $0.objects(kind: "thing", filters: [.equals("$.color", "c3")], limit: 0) }
                    .count == 171)
            func next(_ store: SandboxStore) async throws -> Int64 {
                try await store.write("a") { transaction in
                    try transaction.emit("thing.new", kind: "thing", object: "new", data: .null)
                    return try transaction.lastEventCursor()
                }
            }
            // The number of the removed event is not given again.
            #expect(try await next(new) == 1202)
            for store in [old, new] { store.close() }
        }
    }

    @Test("A target with data, a missing source and a source in use are refused, and nothing changes")
    func refusals() async throws {
        let (from, to) = (folder + "/from/sandbox.sqlite", folder + "/to/sandbox.sqlite")
        func refusal(_ from: String, _ to: String) -> String? {
            #expect(throws: SandboxStoreError.self) { try DatabaseCopy(from: .file(from), to: .file(to)) }?.description
        }
        #expect(refusal(from, to) == "\(from): No such file or directory")
        #expect(!FileManager.default.fileExists(atPath: from))
        try await make(.file(from))
        #expect(refusal(from, from) == "both databases are the same; name another target")
        try await make(.file(to))
        #expect(refusal(from, to) == "\(to): the target has data in tenant already; name an empty database")
        let store = try open(.file(from))
        #expect(
            refusal(from, folder + "/back/x") == "\(from) is in use by another process; stop it or name another file")
        store.close()
    }

    @Test("A file is not copied onto itself, however its path is written")
    func itself() async throws {
        let (from, to) = (folder + "/from/sandbox.sqlite", folder + "/to/sandbox.sqlite")
        try await make(.file(from))
        try FileManager.default.createSymbolicLink(atPath: to, withDestinationPath: from)
        try FileManager.default.linkItem(atPath: from, toPath: folder + "/back/sandbox.sqlite")
        for same in ["/to/sandbox.sqlite", "/back/sandbox.sqlite", "/to/../from/sandbox.sqlite"] {
            let refusal = #expect(throws: SandboxStoreError.self) {
                try DatabaseCopy(from: .file(from), to: .file(folder + same))
            }
            #expect(refusal == .sameDatabase)
        }
    }

    @Test("Of the known providers, one has to read the source")
    func providers() async throws {
        let (from, to) = (folder + "/from/sandbox.sqlite", folder + "/to/sandbox.sqlite")
        try await make(.file(from))
        func refusal(_ provider: any SandboxProvider) -> String? {
            #expect(throws: SandboxStoreError.self) {
                try DatabaseCopy(from: .file(from), to: .file(to), for: [provider])
            }?.description
        }
        #expect(
            refusal(TestProvider(routes: []))
                == "\(from): the database is of the provider \"lamps\", which this toque does not have; "
                + "take a later toque or name another database")
        #expect(
            refusal(BareLampProvider())
                == "\(from): the database has objects of version 2, and this toque reads those up to version 1; "
                + "take a later toque or name another database")
        #expect(!FileManager.default.fileExists(atPath: to))
    }

    @Test("A file without tenants, as a copy that failed leaves it, is free for any provider")
    func fileWithoutTenants() throws {
        let file = SandboxStore.Location.file(folder + "/from/sandbox.sqlite")
        for name in ["lamps", "pipes", "lamps"] {
            try SandboxStore(
                file, for: StoredProvider(name: name), clock: ManualClock(now: Self.start), onTimer: { _, _ in }
            ).close()
        }
    }

    @Test("A copy that fails leaves an empty target, and the next one succeeds")
    func failure() async throws {
        let (from, to) = (folder + "/from/sandbox.sqlite", folder + "/to/sandbox.sqlite")
        try await make(.file(from))
        try open(.file(to)).close()
        let queue = try DatabaseQueue(path: to)
        try await queue.write {
            try $0.execute(
                sql: "CREATE TRIGGER refusal BEFORE INSERT ON delivery BEGIN SELECT RAISE(ABORT, 'no room'); END")
        }
        try queue.close()
        let failure = #expect(throws: SandboxStoreError.self) { try DatabaseCopy(from: .file(from), to: .file(to)) }
        #expect(failure?.description == "the database cannot be copied: no room")
        let again = try DatabaseQueue(path: to)
        try await again.write { try $0.execute(sql: "DROP TRIGGER refusal") }
        try again.close()
        #expect(try DatabaseCopy(from: .file(from), to: .file(to)).rows.contains { $0.table == "delivery" })
    }
}
