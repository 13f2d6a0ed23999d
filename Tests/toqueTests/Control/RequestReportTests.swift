import Testing

@testable import toque

@Suite struct RequestReportTests {
    private func requests(_ count: Int) -> [String] { (0..<count).map { "GET /things/\($0)/ 200" } }

    @Test("The report says that the command sent no request")
    func saysThatNoneCame() {
        #expect(
            RequestReport.lines(7, requests(0))
                == ["toque simulate: the command ended with 7; it sent no request to TOQUE_SERVER"])
    }

    @Test("The report lists all requests if there are at most 50")
    func hasAllOfThemWhereTheyAreFew() {
        let lines = RequestReport.lines(1, requests(50))
        #expect(lines.first == "toque simulate: the command ended with 1; the requests that came:")
        #expect(Array(lines.dropFirst()) == requests(50).map { "  \($0)" })
    }

    @Test("The report of more than 50 requests lists the last 50 and counts the others")
    func saysWhatItLeavesOut() {
        let lines = RequestReport.lines(1, requests(10_000))
        #expect(lines.first?.contains("9950 before them are left out") == true)
        #expect(lines.first?.contains("--log-level info") == true)
        #expect(Array(lines.dropFirst()) == requests(10_000).suffix(50).map { "  \($0)" })
    }
}
