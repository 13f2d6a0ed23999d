import Testing

@testable import RiskSignals

@Suite struct AccountTenureTests {
    private func error(_ text: String, now: Int64 = july, tz: String = "UTC0") -> RiskSignalsError? {
        do {
            _ = try RiskSignalsCollector(root: device(environment: ["TZ": tz], now: now))
                .collect(accountTenure: text, permission: false)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "A calendar date up to today is accepted as accountTenure",
        arguments: ["2024-01-31", "2024-02-29", "2000-02-29", "1999-12-31", "2025-07-01"])
    func dates(text: String) { #expect(error(text) == nil) }

    @Test(
        "A text that is not of the form yyyy-MM-dd is refused as accountTenure",
        arguments: [
            "", "2024-1-31", "24-01-31", "2024/01/31", "31-01-2024", "2024-01-31T00:00:00Z", " 2024-01-31",
            "2024-01-31\n", "2024-01-3a", "+024-01-31", "٢٠٢٤-٠١-٣١", "2024-01", "2024-01-31-", "yyyy-MM-dd",
        ])
    func formats(text: String) { #expect(error(text) == .accountTenureFormat(found: text)) }

    @Test(
        "A date that does not exist is refused as accountTenure",
        arguments: ["2023-02-29", "1900-02-29", "2024-13-01", "2024-00-10", "2024-04-31", "2024-01-00", "2024-01-32"])
    func noDays(text: String) { #expect(error(text) == .accountTenureNotADate(found: text)) }

    @Test("A date after today in local time is refused as accountTenure")
    func future() {
        #expect(error("2025-07-02") == .accountTenureInFuture(found: "2025-07-02", today: "2025-07-01"))
        #expect(error("9999-12-31") != nil)
        // Already tomorrow here, and still today here while it is tomorrow in UTC.
        #expect(error("2025-07-02", tz: "XXX-13") == nil)
        #expect(error("2025-07-02", now: july + 13 * 3600, tz: "BRT3") == nil)
        #expect(error("2025-07-03", now: july + 13 * 3600, tz: "BRT3") != nil)
    }

    @Test("An error message quotes a long text truncated and escaped, on one line")
    func messagesStayOnALine() {
        let text = error("2024\n" + String(repeating: "x", count: 500))?.description ?? ""
        #expect(!text.contains("\n"))
        #expect(text.count < 160)
        #expect(text.hasPrefix("accountTenure: found \"2024\\n"))
    }
}
