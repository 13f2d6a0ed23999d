import Testing
import ToqueEncoding

@testable import Dashboard
@testable import Sandbox

@Suite struct RequestRunTests {
    private func journal(_ paths: [String]) -> Journal {
        let journal = Journal(after: 100)
        for path in paths { journal.append(.sample(path: path)) }
        return journal
    }

    private func runs(
        _ journal: Journal, before: Int64 = .max, limit: Int = 10
    ) -> (rows: [String], next: Int64?) {
        let list = RequestRuns(journal, tenant: "a", before: before, limit: limit, where: JournalFilter())
        return (list.runs.map { "\($0.entry.path) \($0.first)-\($0.entry.cursor) \($0.count)" }, list.next)
    }

    @Test("Polls in a row are one row, newest first")
    func collapsing() {
        let journal = journal(["/a", "/b", "/b", "/b", "/a"])
        #expect(runs(journal).rows == ["/a 105-105 1", "/b 102-104 3", "/a 101-101 1"])
    }

    @Test("The next page begins before the whole run")
    func pages() {
        let journal = journal(["/a", "/b", "/b", "/c"])
        let first = runs(journal, limit: 2)
        #expect(first.rows == ["/c 104-104 1", "/b 102-103 2"])
        #expect(first.next == 102)
        #expect(runs(journal, before: 102, limit: 2).rows == ["/a 101-101 1"])
        #expect(runs(journal, before: 102, limit: 2).next == nil)
    }

    @Test("A live list goes on with the run that it shows")
    func live() {
        let journal = journal(["/a", "/b", "/b"])
        let live = LiveRuns(journal, tenant: "a", after: 103, where: JournalFilter())
        for path in ["/b", "/b", "/c"] { journal.append(.sample(path: path)) }
        let changed = live.take(journal.page(tenant: "a", after: 103).entries)
        #expect(changed.map { "\($0.entry.path) \($0.first) \($0.count)" } == ["/b 102 4", "/c 106 1"])
    }

    @Test("A journal finds entries by cursor and by request id, and text in bodies and paths")
    func search() {
        let journal = journal(["/a"])
        journal.append(.sample(7, path: "/b", body: #"{"x": "needle"}"#, answer: "hay"))
        #expect(journal.entry("102", tenant: "a")?.path == "/b")
        #expect(journal.entry("r7", tenant: "a")?.path == "/b")
        #expect(journal.entry("103", tenant: "a") == nil)
        #expect(journal.entry("102", tenant: "b") == nil)
        for (text, count) in [("needle", 1), ("/a", 1), ("ay", 1), ("nothing", 0), ("needle\"}more", 0)] {
            let filter = JournalFilter(statuses: 200...299, text: text)
            #expect(journal.count(tenant: "a", where: filter).count == count, "\(text)")
        }
        #expect(journal.count(tenant: "a", where: JournalFilter(statuses: 400...499)).count == 0)
    }
}
