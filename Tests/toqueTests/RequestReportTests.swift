import Testing

@testable import toque

@Suite struct RequestReportTests {
    private func requests(_ count: Int) -> [String] { (0..<count).map { "GET /things/\($0)/ 200" } }

    @Test func saysThatNoneCame() {
        #expect(
            RequestReport.lines(7, requests(0))
                == ["toque simulate: the command ended with 7; it sent no request to TOQUE_SERVER"])
    }

    @Test func hasAllOfThemWhereTheyAreFew() {
        let lines = RequestReport.lines(1, requests(50))
        #expect(lines.first == "toque simulate: the command ended with 1; the requests that came:")
        #expect(Array(lines.dropFirst()) == requests(50).map { "  \($0)" })
    }

    @Test func saysWhatItLeavesOut() {
        let lines = RequestReport.lines(1, requests(10_000))
        #expect(lines.first?.contains("9950 before them are left out") == true)
        #expect(lines.first?.contains("--log-level info") == true)
        #expect(Array(lines.dropFirst()) == requests(10_000).suffix(50).map { "  \($0)" })
    }
}
