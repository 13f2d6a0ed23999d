import Testing
import ToqueEncoding

@testable import Dashboard
@testable import Sandbox

@Suite struct RequestRunTests {
    /// Runs as the control API lists them: newest first.
    private func runs(_ journal: any Journal, after cursor: Int64 = 0) async throws -> [RequestRun] {
        let range = JournalSearch.Range(after: cursor, limit: 10, foldsPolls: true)
        return try await JournalSearch(journal, tenant: "a", range, where: JournalFilter()).runs.map { run in
            var json = run.entry.json(isShort: true).objectValue ?? [:]
            json["first"] = .int(run.first)
            json["count"] = .int(run.count)
            return try #require(RequestRun(.object(json), tenant: "a"))
        }
    }

    private func texts(_ runs: [RequestRun]) -> [String] { runs.map { "\($0.entry.path) \($0.first) \($0.count)" } }

    @Test("A live list goes on with the run that it shows")
    func live() async throws {
        let journal = MemoryJournal(after: 100)
        for path in ["/a", "/b", "/b"] { journal.append(.sample(path: path)) }
        let live = LiveRuns(try await runs(journal).first)
        for path in ["/b", "/b", "/c"] { journal.append(.sample(path: path)) }
        #expect(texts(live.take(try await runs(journal, after: 103))) == ["/c 106 1", "/b 102 4"])
        for path in ["/c", "/c"] { journal.append(.sample(path: path)) }
        #expect(texts(live.take(try await runs(journal, after: 106))) == ["/c 106 3"])
        journal.append(.sample(path: "/c"))
        #expect(texts(live.take(try await runs(journal, after: 108))) == ["/c 106 4"])
        #expect(live.take([]).isEmpty)
    }
}
