import Testing
import ToqueEncoding

@testable import Sandbox

@Suite struct JournalTests {
    private func entry(
        _ id: Int, tenant: String = "a", method: String = "POST", path: String = "/things/", status: Int = 400,
        body: Int = 0, isStray: Bool = false
    ) -> JournalEntry {
        let message = JournalMessage(
            headers: [], body: [UInt8](repeating: 0x31, count: body), size: body, bodyState: .whole)
        let isEndpoint = status != 404
        return JournalEntry(
            requestID: "\(id)", time: Timestamp(microseconds: 0), tenant: tenant, method: method, path: path,
            pattern: isEndpoint ? (path.contains("special") ? path : "/things/{thing_id}") : nil, query: "",
            status: status, duration: .microseconds(1234), errorCode: "invalid", request: message,
            answer: JournalMessage(headers: [], body: [], size: 0, bodyState: .whole),
            isStray: isStray)
    }

    private func ids(_ page: JournalPage) -> [String] { page.entries.map(\.requestID) }

    @Test("A request whose key was removed meanwhile leaves no entry")
    func skipsRemovedTenants() {
        let journal = MemoryJournal { $0 == "a" }
        for tenant in ["a", "b"] { journal.append(entry(1, tenant: tenant)) }
        journal.append(entry(2, tenant: "b", isStray: true))
        #expect(journal.entries.map(\.tenant) == ["a"])
    }

    @Test("A full journal keeps the newest entries in order and counts the dropped ones")
    func keepsTheLastOnesInOrder() {
        let losses = Counter()
        let journal = MemoryJournal(.init(entries: 3, bytes: 1 << 20), losses: losses)
        for number in 0..<5 { journal.append(entry(number)) }
        #expect(journal.entries.map(\.requestID) == ["2", "3", "4"])
        #expect(journal.entries.map(\.cursor) == [3, 4, 5])
        #expect(losses.value == 2)
        #expect(journal.page(tenant: "a").dropped == 2)
        #expect(journal.count(tenant: "a") == (3, false))
    }

    @Test("A journal over its byte limit drops the bodies of the oldest entries first")
    func boundsBytes() {
        let journal = MemoryJournal(.init(entries: 10, bytes: 100))
        for number in 0..<4 { journal.append(entry(number, body: 40)) }
        #expect(journal.entries.map(\.request.bodyState) == [.dropped, .dropped, .whole, .whole])
        #expect(journal.entries.map(\.request.body.count) == [0, 0, 40, 40])
        #expect(journal.entries.map(\.request.size) == [40, 40, 40, 40])
        journal.append(entry(4, body: 101))
        #expect(journal.entries.allSatisfy { $0.request.bodyState == .dropped })
        journal.append(entry(5, body: 100))
        #expect(journal.entries.last?.request.body.count == 100)
    }

    @Test("A page holds the entries of one tenant and ends with the cursor of the next")
    func givesPagesOfOneTenant() {
        let journal = MemoryJournal()
        for number in 0..<9 { journal.append(entry(number, tenant: number % 3 == 2 ? "b" : "a")) }
        let first = journal.page(tenant: "a", limit: 4)
        #expect(ids(first) == ["0", "1", "3", "4"])
        #expect(first.next == 5)
        let second = journal.page(tenant: "a", after: first.next, limit: 4)
        #expect(ids(second) == ["6", "7"])
        #expect(second.next == 9)
        let none = journal.page(tenant: "a", after: second.next)
        #expect(none.entries.isEmpty && none.next == 9)
        #expect(ids(journal.page(tenant: "b")) == ["2", "5", "8"])
        #expect(journal.page(tenant: "c").entries.isEmpty)
    }

    @Test("A reset removes the entries of one tenant and leaves those of another")
    func resetsOneTenant() {
        let journal = MemoryJournal(.init(entries: 2, bytes: 1 << 20))
        for number in 0..<6 { journal.append(entry(number, tenant: number % 2 == 0 ? "a" : "b")) }
        journal.append(entry(6, isStray: true))
        journal.append(entry(7, tenant: "b", isStray: true))
        #expect(ids(journal.page(tenant: "a")) == ["2", "4", "6"])
        #expect(journal.page(tenant: "a").dropped == 1)
        journal.reset(tenant: "a")
        #expect(journal.count(tenant: "a") == (0, true))
        #expect(ids(journal.page(tenant: "b")) == ["3", "5", "7"])
        #expect(journal.page(tenant: "b").dropped == 1)
        for number in 8..<11 { journal.append(entry(number)) }
        #expect(journal.entries.map(\.requestID) == ["3", "5", "7", "9", "10"])
        #expect(ids(journal.page(tenant: "a", after: 10)) == ["10"])
    }

    @Test("A tenant's requests take no space from another tenant's")
    func roomOfOneTenant() {
        let losses = Counter()
        let journal = MemoryJournal(.init(entries: 3, bytes: 100), losses: losses)
        journal.append(entry(0, tenant: "quiet", body: 100))
        for number in 1...9 { journal.append(entry(number, tenant: "loud", body: 100)) }
        #expect(ids(journal.page(tenant: "quiet")) == ["0"])
        #expect(journal.page(tenant: "quiet").entries.first?.request.bodyState == .whole)
        #expect(journal.count(tenant: "quiet") == (1, true))
        #expect(ids(journal.page(tenant: "loud")) == ["7", "8", "9"])
        #expect(losses.value == 6)
    }

    @Test("Requests with a wrong key take no space, and the last ones are shown with the tenant they name")
    func strays() {
        let journal = MemoryJournal(
            .init(entries: 3, bytes: 100), strays: .init(entries: 2, bytes: 100))
        for number in 0..<3 { journal.append(entry(number, status: 201, body: 30)) }
        for number in 3..<10 { journal.append(entry(number, status: 401, body: 100, isStray: true)) }
        journal.append(entry(10, tenant: "b", isStray: true))
        #expect(ids(journal.page(tenant: "a")) == ["0", "1", "2", "9"])
        #expect(journal.page(tenant: "a").entries.first?.request.bodyState == .whole)
        #expect(journal.page(tenant: "a").dropped == 0)
        #expect(ids(journal.page(tenant: "b")) == ["10"])
        // Dropped requests could have matched the first count, but not the second.
        #expect(journal.count(tenant: "a") == (4, false))
        #expect(journal.count(tenant: "a", where: JournalFilter(status: 201)) == (3, true))
        let page = journal.page(tenant: "a", limit: 3)
        #expect(ids(journal.page(tenant: "a", after: page.next)) == ["9"])
    }

    @Test("All tenants together stay within the journal's limit")
    func roomOfAllTenants() {
        let journal = MemoryJournal(.init(entries: 8, bytes: 800), tenants: 4)
        for tenant in 0..<20 {
            for number in 0..<8 { journal.append(entry(number, tenant: "\(tenant)", body: 100)) }
            #expect(journal.entries.count <= 32)
            #expect(journal.entries.reduce(0) { $0 + $1.weight } <= 3200)
        }
        #expect(ids(journal.page(tenant: "0")) == ["7"])
        #expect(journal.page(tenant: "0").dropped == 7)
        // A removed tenant's space is free again.
        for tenant in 1..<20 { journal.remove(tenant: "\(tenant)") }
        for number in 8..<16 { journal.append(entry(number, tenant: "0")) }
        #expect(journal.page(tenant: "0").entries.count == 8)
    }

    @Test("Entries are found by method, path, and status")
    func filters() {
        let journal = MemoryJournal()
        journal.append(entry(0, path: "/things/7/"))
        journal.append(entry(1, path: "/api/things/7"))
        journal.append(entry(2, method: "GET", path: "/things/8/", status: 200))
        journal.append(entry(3, path: "/things/special"))
        journal.append(entry(4, path: "/things/9", status: 404))
        func found(_ method: String? = nil, _ path: String? = nil, _ status: Int? = nil) -> [String] {
            ids(
                journal.page(
                    tenant: "a",
                    where: JournalFilter(method: method, path: path, status: status, prefixes: ["api"])))
        }
        #expect(found() == ["0", "1", "2", "3", "4"])
        #expect(found("post", "/things/7/") == ["0", "1"])
        #expect(found(nil, "api/things/7") == ["0", "1"])
        #expect(found(nil, "/things/%37") == ["0", "1"])
        #expect(found(nil, "/things/{id}/") == ["0", "1", "2"])
        #expect(found("GET", "/api/things/{id}") == ["2"])
        #expect(found(nil, "/things/special/") == ["3"])
        #expect(found(nil, nil, 404) == ["4"])
        #expect(found(nil, "/things/{id}/parts") == [])
    }

    @Test("A follower is told of its own tenant's entries until the journal ends")
    func tellsWhoFollows() async throws {
        let journal = MemoryJournal()
        var signals = journal.follow(tenant: "a").makeAsyncIterator()
        journal.append(entry(0, tenant: "b"))
        journal.append(entry(1))
        journal.append(entry(2))
        #expect(await signals.next() != nil)
        #expect(ids(try await journal.page(tenant: "a")) == ["1", "2"])
        journal.append(entry(3))
        #expect(await signals.next() != nil)
        journal.append(entry(4, tenant: "b"))
        journal.finish()
        #expect(await signals.next() == nil)
    }

    @Test("An entry's JSON shows headers, the body with its state and size, and the duration")
    func showsAnEntryAsJSON() {
        let headers = [(name: "Accept", value: "a"), (name: "Accept", value: "b")]
        let message = JournalMessage(headers: headers, body: Array(#"{"a":1}"#.utf8), size: 7, bodyState: .whole)
        #expect(
            message.json == ["headers": ["Accept": "a, b"], "body": ["a": 1], "body_state": "whole", "size": 7])
        let cut = JournalMessage(headers: [], body: Array(#"{"a"#.utf8), size: 99, bodyState: .cut)
        #expect(cut.json["body"] == #"{"a"#)
        #expect(entry(1).json["request"]?["body"] == .null)
        #expect(entry(1).json["duration_us"] == 1234)
    }
}
