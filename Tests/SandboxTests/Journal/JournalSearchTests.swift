import Testing
import ToqueEncoding

@testable import Sandbox

@Suite struct JournalSearchTests {
    private func entry(
        _ id: Int64 = 1, method: String = "GET", path: String, status: Int = 200, body: String = "", answer: String = ""
    ) -> JournalEntry {
        func message(_ text: String) -> JournalMessage {
            JournalMessage(
                headers: [("A", "b"), ("C", "***")], body: Array(text.utf8), size: text.utf8.count, bodyState: .whole)
        }
        return JournalEntry(
            requestID: "r\(id)", time: Timestamp(microseconds: id), tenant: "a", method: method, path: path,
            pattern: "/things", query: "x=1", status: status, duration: .microseconds(7), errorCode: nil,
            fields: ["a.b"], request: message(body), answer: message(answer), usedToken: true)
    }

    private func journal(_ paths: [String]) -> MemoryJournal {
        let journal = MemoryJournal(after: 100)
        for path in paths { journal.append(entry(path: path)) }
        return journal
    }

    private func search(
        _ journal: any Journal, _ range: JournalSearch.Range, where filter: JournalFilter = JournalFilter()
    ) async throws -> (rows: [String], next: Int64?, last: Int64) {
        let search = try await JournalSearch(journal, tenant: "a", range, where: filter)
        return (
            search.runs.map { "\($0.entry.path) \($0.first)-\($0.entry.cursor) \($0.count)" }, search.next, search.last
        )
    }

    @Test("Polls in a row are one run, newest first")
    func folding() async throws {
        let journal = journal(["/a", "/b", "/b", "/b", "/a"])
        #expect(
            try await search(journal, .init(limit: 10, foldsPolls: true)).rows
                == ["/a 105-105 1", "/b 102-104 3", "/a 101-101 1"])
        #expect(try await search(journal, .init(limit: 2)).rows == ["/a 105-105 1", "/b 104-104 1"])
    }

    @Test("The next page begins before the whole run")
    func pages() async throws {
        let journal = journal(["/a", "/b", "/b", "/c"])
        let first = try await search(journal, .init(limit: 2, foldsPolls: true))
        #expect(first.rows == ["/c 104-104 1", "/b 102-103 2"])
        #expect(first.next == 102)
        let second = try await search(journal, .init(before: 102, limit: 2, foldsPolls: true))
        #expect(second.rows == ["/a 101-101 1"])
        #expect(second.next == nil)
    }

    @Test("A search ends at its depth and says where it goes on, and it ends at its first cursor")
    func bounds() async throws {
        let journal = journal(["/a"] + Array(repeating: "/b", count: 300))
        let filter = JournalFilter(path: "/a")
        let cut = try await search(journal, .init(limit: 10, depth: 250), where: filter)
        #expect(cut.rows.isEmpty)
        #expect(cut.next == 152)
        #expect(cut.last == 401)
        let rest = try await search(journal, .init(before: 152, limit: 10, depth: 250), where: filter)
        #expect(rest.rows == ["/a 101-101 1"])
        #expect(rest.next == nil)
        #expect(try await search(journal, .init(limit: 10, depth: 301), where: filter).next == nil)
        let newer = try await search(journal, .init(after: 398, limit: 10))
        #expect(newer.rows.count == 3)
        #expect(newer.next == nil)
        #expect(try await search(journal, .init(after: 401, limit: 10)) == ([], nil, 401))
    }

    @Test("An entry reads back from its JSON, and equal polls have the same key there")
    func json() throws {
        for (body, answer) in [("{\"b\": 1.50}", "\"text\""), ("a=1", "[ ]"), ("", "no JSON \"")] {
            var entry = entry(path: "/a", body: body, answer: answer)
            entry.cursor = 7
            let read = try #require(JournalEntry(json: entry.json(hasTexts: true), tenant: "a"))
            #expect(read.json(hasTexts: true) == entry.json(hasTexts: true))
            #expect(read.request.body == entry.request.body && read.answer.body == entry.answer.body)
            #expect(read.tenant == "a")
            #expect(JournalEntry(json: entry.json(isShort: true), tenant: "a")?.request.bodyState == .omitted)
        }
        let poll = entry(path: "/a", answer: "{}").json["poll"]?.stringValue
        #expect(poll != nil)
        #expect(entry(2, path: "/a", answer: "{}").json["poll"]?.stringValue == poll)
        #expect(entry(path: "/a", answer: "[]").json["poll"]?.stringValue != poll)
        #expect(entry(method: "POST", path: "/a").json["poll"]?.isNull == true)
        #expect(JournalEntry(json: [:], tenant: "a") == nil)
    }

    @Test("A journal finds entries by cursor and by request id, and text in bodies and paths")
    func search() {
        let journal = journal(["/a"])
        journal.append(entry(7, path: "/b", body: #"{"x": "needle"}"#, answer: "hay"))
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
