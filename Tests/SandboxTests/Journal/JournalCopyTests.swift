import Testing
import ToqueEncoding
import ToqueTestSupport

@testable import Sandbox

/// The journal of a file's sandbox is in memory, that of a server's in a table.
@Suite(
    .enabled(if: PostgreSQLCluster.isInstalled, "PostgreSQL 15 is not installed (Debian: postgresql-15)"),
    .timeLimit(.minutes(2)))
struct JournalCopyTests {
    private func run(
        _ location: SandboxStore.Location, _ body: (LampSandbox) async throws -> Void
    ) async throws {
        try await LampSandbox.run(configure: { $0.database = location }, body)
    }

    /// The cursors and ids of the tenant's requests, newest first.
    private func requests(_ sandbox: LampSandbox) async throws -> [String] {
        try await sandbox.engine.journal.newest(tenant: "a", limit: 100).map { "\($0.cursor) \($0.requestID)" }
    }

    /// The cursor of a new request.
    private func nextCursor(_ sandbox: LampSandbox) async throws -> Int64 {
        _ = try await sandbox.lamp()
        return try #require(try await sandbox.engine.journal.newest(tenant: "a", limit: 1).first).cursor
    }

    @Test("A copy shows the requests that the original showed, with their cursors, and gives no cursor again")
    func copies() async throws {
        func makeDatabase() throws -> SandboxStore.Location { .server(try PostgreSQLCluster.makeDatabase()) }
        let (first, second, third) = (try makeDatabase(), try makeDatabase(), try makeDatabase())
        let file = try SandboxFile()
        var shown: [String] = []
        var last: Int64 = 0
        try await run(first) { sandbox throws in
            for _ in 0..<3 { last = try await nextCursor(sandbox) }
            shown = try await requests(sandbox)
        }
        #expect(shown.count == 3)
        _ = try DatabaseCopy(from: first, to: file.location)
        _ = try DatabaseCopy(from: file.location, to: second)
        try await run(second) { sandbox throws in
            #expect(try await requests(sandbox) == shown)
            #expect(try await nextCursor(sandbox) > last)
        }

        try await run(file.location) { sandbox throws in
            #expect(try await requests(sandbox) == [])
            let next = try await nextCursor(sandbox)
            #expect(next > last)
            last = next
        }
        _ = try DatabaseCopy(from: file.location, to: third)
        try await run(third) { sandbox throws in
            #expect(try await requests(sandbox) == [])
            #expect(try await nextCursor(sandbox) > last)
        }
    }
}
