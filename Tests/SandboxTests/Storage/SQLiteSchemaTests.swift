import Foundation
import GRDB
import Synchronization
import Testing
import ToqueEncoding

@testable import Sandbox

@Suite final class SQLiteSchemaTests {
    private let folder = NSTemporaryDirectory() + "toque-\(UUID().uuidString)"
    private var path: String { folder + "/sandbox.sqlite" }

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func store(_ indexes: [ObjectIndex]) throws -> SandboxStore {
        try SandboxStore(
            .file(path), for: StoredProvider(indexes: indexes), clock: ManualClock(now: Timestamp(microseconds: 0))
        ) { _, _ in }
    }

    /// The ids of the things with this value.
    private func things(_ path: StaticString, _ value: String, in store: SandboxStore) async throws -> [String?] {
        try await store.read("t") { transaction throws in
            try transaction.objects(kind: "thing", filters: [.equals(path, value)], newestFirst: false, limit: 10)
                .bodies.map { $0["id"]?.stringValue }
        }
    }

    private static let things: [JSON] = [
        ["id": "1", "color": "red", "parts": ["lamp": "a"]], ["id": "2", "color": "blue"], ["id": "3", "color": 7],
    ]

    private func fill(_ store: SandboxStore) async throws {
        try await store.admit(APIKey(id: "t", secret: "s"), isConfigured: true, clock: TenantClock()) { _ in }
        try await store.write("t") { transaction throws in
            for thing in Self.things {
                try transaction.put(thing, kind: "thing", id: thing["id"]?.stringValue ?? "")
            }
        }
    }

    @Test("The newest ceremonies of a tenant are found by an index, without sorting the others")
    func ceremonies() async throws {
        try store([]).close()
        let statements = Mutex<[String]>([])
        let plan = try await DatabaseQueue(path: path).read { database in
            database.trace { event in statements.withLock { $0.append("\(event.expandedDescription)") } }
            _ = try SQLiteSession(database).ceremonies(
                after: 0, before: 9, object: nil, limit: 5, detail: .outcome, of: "t")
            database.trace()
            return try statements.withLock(\.self).filter { $0.contains("FROM ceremony") }.flatMap { statement in
                try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(statement)")
                    .map { $0["detail"] as String? ?? "" }
            }
        }
        #expect(plan.count == 1 && plan.allSatisfy { $0.contains("USING INDEX ceremony_tenant") }, "\(plan)")
    }

    @Test("A member that gets an index is found in objects of before, which a file of version 6 has without a column")
    func fillsColumns() async throws {
        let old = try store([])
        try await fill(old)
        old.close()
        let file = try DatabaseQueue(path: path)
        try await file.write { database in
            try database.execute(
                sql: """
                    PRAGMA user_version = 6;
                    CREATE INDEX "object $.color" ON object (tenant, kind, json_extract(body, '$.color'))
                    WHERE json_extract(body, '$.color') IS NOT NULL;
                    """)
        }
        try file.close()

        let store = try store([ObjectIndex("$.color"), ObjectIndex("$.parts.lamp")])
        #expect(try await things("$.color", "red", in: store) == ["1"])
        #expect(try await things("$.parts.lamp", "a", in: store) == ["1"])
        #expect(try await things("$.color", "7", in: store) == [], "a number is not a text")
        store.close()

        let plan = try await DatabaseQueue(path: path).read { database in
            try Row.fetchAll(
                database,
                sql: """
                    EXPLAIN QUERY PLAN SELECT body FROM object
                    WHERE tenant = 't' AND kind = 'thing' AND object."$.color" = 'red'
                    """
            ).map { $0["detail"] as String? ?? "" }
        }
        #expect(plan.contains { $0.contains(#"USING INDEX object $.color"#) }, "\(plan)")
    }

    @Test("A member that changes, appears or goes is found by its new value alone")
    func followsChanges() async throws {
        let store = try store([ObjectIndex("$.color")])
        try await fill(store)
        let changed: [JSON] = [["id": "1", "color": "blue"], ["id": "2"], ["id": "3", "color": "red", "size": "XL"]]
        for thing in changed {
            try await store.write("t") { try $0.put(thing, kind: "thing", id: thing["id"]?.stringValue ?? "") }
        }
        #expect(try await things("$.color", "blue", in: store) == ["1"])
        #expect(try await things("$.color", "red", in: store) == ["3"])
        #expect(try await things("$.size", "XL", in: store) == ["3"], "a member without a column")
        let count = try await store.read("t") { try $0.objects(kind: "thing", limit: 10).count }
        #expect(count == 3)
    }

    @Test("A copy into a file that has columns fills them")
    func fillsColumnsOfCopies() async throws {
        let store = try store([ObjectIndex("$.color")])
        try await store.access(.everything) { session in
            try session.add(
                to: "object", columns: ["tenant", "kind", "id", "body"],
                .texts(["t", "thing", "1", #"{"id":"1","color":"red"}"#]))
        }
        #expect(try await things("$.color", "red", in: store) == ["1"])
    }
}
