import Logging
import Synchronization
import Testing
import ToqueEncoding

@testable import Sandbox

/// The suite `postgresql` runs these tests on a server's database.
@Suite(.timeLimit(.minutes(2))) struct StoredJournalTests {
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func entry(
        _ number: Int, status: Int = 200, body: [UInt8] = [], isStray: Bool = false, tenant: String = "t"
    ) -> JournalEntry {
        JournalEntry(
            requestID: "r\(number)", time: Timestamp(microseconds: Int64(number)), tenant: tenant, method: "POST",
            path: "/things/\(number)", pattern: number.isMultiple(of: 2) ? "/things/{id}" : nil, query: "x=1",
            status: status, duration: .microseconds(7), errorCode: status < 400 ? nil : "invalid", fields: ["a.b"],
            request: JournalMessage(headers: [("A", "b"), ("A", "c")], body: body, size: 9, bodyState: .cut),
            answer: JournalMessage(headers: [], body: [], size: 0, bodyState: .omitted), isStray: isStray,
            usedToken: true)
    }

    /// Two journals on one database.
    private func journals(_ limits: StoredJournal.Limits = .init()) async throws -> (StoredJournal, StoredJournal) {
        let stores = try await SharedStorage.stores(clock: ManualClock(now: Timestamp(microseconds: 0)))
        return (
            StoredJournal(stores.0, limits, logger: logger), StoredJournal(stores.1, limits, logger: logger)
        )
    }

    @Test("Entries of two instances have one order, without gaps or repeats, and read back as they were")
    func order() async throws {
        let (one, other) = try await journals()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<300 {
                group.addTask { await (number.isMultiple(of: 2) ? one : other).append(entry(number)) }
            }
        }
        for journal in [one, other] {
            var (ids, cursor): ([String], Int64) = ([], 0)
            while case let page = try await journal.page(
                tenant: "t", after: cursor, limit: 70, where: JournalFilter()), !page.entries.isEmpty
            {
                #expect(page.entries.map(\.cursor) == page.entries.map(\.cursor).sorted())
                ids += page.entries.map(\.requestID)
                cursor = page.next
            }
            #expect(ids.count == 300)
            #expect(Set(ids).count == 300)
        }
        let bytes: [UInt8] = [0, 1, 0x22, 0xFF, 0xC3]
        await one.append(entry(1000, status: 404, body: bytes))
        let read = try #require(try await other.newest(tenant: "t", limit: 1).first)
        #expect(read.request.body == bytes)
        #expect(read.request.headers.map(\.value) == ["b", "c"])
        #expect(read.json.serialized().contains("\"cut\""))
        #expect(read.errorCode == "invalid")
        #expect(read.usedToken)
        #expect(try await other.entry("r1000", tenant: "t")?.cursor == read.cursor)
        #expect(try await other.entry("\(read.cursor)", tenant: "t")?.requestID == "r1000")
        #expect(try await other.entry("r1000", tenant: "other") == nil)
        #expect(try await other.count(tenant: "t", where: JournalFilter(status: 404)) == (1, true))
    }

    @Test("A reader that follows the cursor while two instances write sees each entry once")
    func following() async throws {
        let (one, other) = try await journals()
        let isComplete = Mutex(false)
        let writing = Task {
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<300 {
                    group.addTask { await (number.isMultiple(of: 2) ? one : other).append(entry(number)) }
                }
            }
            isComplete.withLock { $0 = true }
        }
        var (ids, cursor): ([String], Int64) = ([], 0)
        while true {
            // Known before the page is read, so that the last page has the rest.
            let isLast = isComplete.withLock { $0 }
            let page = try await other.page(tenant: "t", after: cursor, limit: 1000, where: JournalFilter())
            ids += page.entries.map(\.requestID)
            cursor = page.next
            if isLast { break }
        }
        await writing.value
        #expect(ids.count == 300)
        #expect(Set(ids).count == 300)
    }

    @Test("The oldest entries go first, strays displace no others, and losses are counted for all instances")
    func limits() async throws {
        let (one, other) = try await journals(.init(entries: 10, strays: 2, slack: 5))
        for number in 0..<20 { await one.append(entry(number)) }
        for number in 20..<30 { await other.append(entry(number, status: 401, isStray: true)) }
        let page = try await other.page(tenant: "t")
        #expect(page.entries.filter { !$0.isStray }.map(\.requestID) == (10..<20).map { "r\($0)" })
        #expect(page.entries.filter(\.isStray).map(\.requestID) == ["r28", "r29"])
        #expect(page.dropped == 10)
        #expect(try await one.count(tenant: "t", where: JournalFilter(status: 200)) == (10, false))
        try await other.reset(tenant: "t")
        #expect(try await one.page(tenant: "t").dropped == 0)
        await one.append(entry(40, status: 500))
        #expect(try await one.count(tenant: "t", where: JournalFilter(status: 500)) == (1, true))
        #expect(try await one.newest(tenant: "t", limit: 9).map(\.requestID) == ["r40"])
        let cursor = try #require(page.entries.last?.cursor)
        #expect(try await one.newest(tenant: "t", limit: 1).allSatisfy { $0.cursor > cursor })
    }

    @Test("Followers learn of further requests, and of other instances' with a poke")
    func follows() async throws {
        let (one, other) = try await journals()
        var signals = other.follow(tenant: "t").makeAsyncIterator()
        await other.append(entry(1))
        #expect(await signals.next() != nil)
        await one.append(entry(2))
        other.poke()
        #expect(await signals.next() != nil)
        #expect(try await other.entries.map(\.requestID) == ["r1", "r2"])
        other.finish()
        #expect(await signals.next() == nil)
    }
}
