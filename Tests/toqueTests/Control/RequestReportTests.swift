import Testing
import ToqueEncoding

@testable import toque

@Suite struct RequestReportTests {
    private func requests(_ count: Int) -> [JSON] {
        (0..<count).map { number in
            [
                "time": "2026-01-31T12:00:00.000000Z", "method": "GET", "path": .string("/things/\(number)/"),
                "status": 200, "duration_us": 4250, "poll": .string("poll \(number)"),
            ]
        }
    }

    private func line(_ number: Int) -> String { "2026-01-31T12:00:00Z  200     4.2 ms  GET /things/\(number)/" }

    @Test("The report says that the command sent no request")
    func saysThatNoneCame() {
        #expect(
            RequestReport.lines(7, [], on: .none)
                == ["toque simulate: the command ended with 7; it sent no request to TOQUE_SERVER"])
    }

    @Test("The report lists all requests if there are at most 50")
    func hasAllOfThemWhereTheyAreFew() {
        let lines = RequestReport.lines(1, requests(50), on: .none)
        #expect(lines.first == "toque simulate: the command ended with 1; the requests that came:")
        #expect(Array(lines.dropFirst()) == (0..<50).map(line))
    }

    @Test("The report of more than 50 requests lists the last 50 and counts the others")
    func saysWhatItLeavesOut() {
        let lines = RequestReport.lines(1, requests(10_000), on: .none)
        #expect(lines.first?.contains("9950 before them are left out") == true)
        #expect(lines.first?.contains("--log-level info") == true)
        #expect(Array(lines.dropFirst()) == (9950..<10_000).map(line))
    }

    @Test("The report counts repeated polls in place of listing them")
    func countsPolls() {
        let lines = RequestReport.lines(1, [requests(1)[0], requests(1)[0], requests(1)[0]], on: .none)
        #expect(Array(lines.dropFirst()) == [line(0), "    ×3"])
    }
}
