import GRDB
import Glibc
import Testing
import ToqueEncoding

@testable import Sandbox

@Suite struct ControlHealthTests {
    /// Simulates a full disk: SQLite gets no more pages.
    private func fill(_ store: SandboxStore) async throws {
        try await store.sqlite { database in
            let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            try database.execute(sql: "PRAGMA max_page_count = \(pages)")
        }
        // SQLite uses free pages first.
        await #expect(throws: DatabaseError.self) {
            for number in 0..<1000 {
                try await store.sqlite { database in
                    try database.execute(
                        sql: "INSERT INTO shared_setting VALUES (?, hex(zeroblob(2000)))", arguments: ["\(number)"])
                }
            }
        }
    }

    private func free(_ store: SandboxStore) async throws {
        try await store.sqlite { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
    }

    @Test("Health is failing while the database is full, and ready again afterwards")
    func isWellUntilADatabaseTakesNothing() async throws {
        let file = try SandboxFile()
        try await LampSandbox.run {
            $0.database = file.location
        } _: { sandbox throws in
            #expect(try await sandbox.control("GET", "health").json == ["status": "ready"])
            try await fill(sandbox.engine.store)
            let color = JSON.string(String(repeating: "a", count: 100_000))
            #expect(try await sandbox.api("POST", "lamps", ["color": color]).status == 503)
            for _ in 0..<2 {
                let health = try await sandbox.control("GET", "health")
                #expect(health.status == 503)
                #expect(
                    health.json == [
                        "status": "failing", "reason": "the database refuses writes: database or disk is full",
                    ])
            }
            try await free(sandbox.engine.store)
            #expect(try await sandbox.control("GET", "health").json == ["status": "ready"])
        }
    }

    @Test("A database that loses its file stores nothing more, and health fails until the file is back")
    func losesItsFile() async throws {
        let file = try SandboxFile()
        guard case .file(let path) = file.location else { return }
        try await LampSandbox.run {
            $0.database = file.location
        } _: { sandbox throws in
            _ = try await sandbox.lamp()
            #expect(sandbox.engine.store.loss == nil)
            try #require(rename(path, path + ".moved") == 0)
            #expect(try await sandbox.api("POST", "lamps", ["color": "red"]).status == 503)
            #expect(try await sandbox.api("GET", "lamps").status == 200)
            let health = try await sandbox.control("GET", "health")
            #expect(health.status == 503)
            #expect(health["reason"].stringValue?.contains("\(path) was deleted or moved") == true)
            // Once the file is back, the sandbox works again.
            try #require(rename(path + ".moved", path) == 0)
            #expect(try await sandbox.control("GET", "health").status == 200)
            _ = try await sandbox.lamp()
            try #require(unlink(path) == 0)
            #expect(sandbox.engine.store.loss != nil)
        }
    }

    /// A recent successful write is sufficient proof; a read is not.
    @Test("A write or a probe proves the database healthy, and a read does not")
    func asksTheDatabaseWhereNothingIsKnown() async throws {
        try await LampSandbox.run { sandbox throws in
            let store = sandbox.engine.store
            store.health.doubt()
            #expect(await store.fault() == nil)
            #expect(store.health.isProven)
            store.health.doubt()
            _ = try await sandbox.control("GET", "events")
            // Where several instances may share the database, it keeps the journal, and each request is also a write.
            if !store.storage.isShared { #expect(!store.health.isProven) }
            _ = try await sandbox.lamp()
            #expect(store.health.isProven)
        }
    }
}
