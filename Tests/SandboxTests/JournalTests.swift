import Testing
import ToqueEncoding

@testable import Sandbox

@Suite struct JournalTests {
    private func entry(_ number: Int) -> JournalEntry {
        JournalEntry(
            requestID: "\(number)", time: Timestamp(microseconds: 0), method: "POST", path: "/things/", status: 400,
            duration: .microseconds(1234), errorCode: "invalid")
    }

    @Test func keepsTheLastOnesInOrder() {
        let journal = Journal(capacity: 3)
        for number in 0..<5 { journal.append(entry(number)) }
        #expect(journal.entries.map(\.requestID) == ["2", "3", "4"])
    }

    @Test func describesAnEntryInOneLine() {
        #expect(entry(1).description == "1970-01-01T00:00:00.000000Z POST /things/ 400 invalid 1.2 ms")
    }
}
