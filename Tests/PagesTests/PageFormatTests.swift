import Testing
import ToqueEncoding

@testable import Pages

@Suite struct PageFormatTests {
    @Test(
        "Amounts have the language's separators and the currency's symbol",
        arguments: [
            (PageLanguage.portuguese, "1234.56", "BRL", "R$\u{A0}1.234,56"), (.english, "1234.56", "BRL", "R$1,234.56"),
            (.spanish, "1234567.5", "BRL", "R$\u{A0}1.234.567,50"), (.english, "100", "COP", "COP\u{A0}100"),
            (.spanish, "100.0", "COP", "COP\u{A0}100,00"), (.english, "1.2345", "USD", "US$1.2345"),
            (.portuguese, "10", "JPY", "¥\u{A0}10"), (.english, "-0.13", "USD", "-US$0.13"),
            (.portuguese, "999", "BRL", "R$\u{A0}999"), (.english, "1e3", "BRL", "1e3 BRL"),
            (.english, "<b>", "BRL", "<b> BRL"), (.english, "", "BRL", " BRL"),
        ])
    func amounts(language: PageLanguage, amount: String, currency: String, shown: String) {
        #expect(PageFormat(language).amount(amount, currency) == shown)
    }

    @Test("Numbers have the language's separators")
    func numbers() {
        #expect(PageFormat(.portuguese).number(1_234_567) == "1.234.567")
        #expect(PageFormat(.english).number(-1_000) == "-1,000")
        #expect(PageFormat(.spanish).number(.min) == "-9.223.372.036.854.775.808")
        #expect(PageFormat(.english).number(999) == "999")
        #expect(PageFormat(.portuguese).milliseconds(4_270) == "4,2 ms")
        #expect(PageFormat(.english).milliseconds(1_234_567) == "1,234.5 ms")
        #expect(PageFormat(.english).milliseconds(0) == "0.0 ms")
    }

    @Test("Days and times follow the language and are in UTC")
    func times() throws {
        let time = try #require(Timestamp("2026-03-01T23:05:59.5-03:00"))
        #expect(PageFormat(.portuguese).date(time) == "02/03/2026")
        #expect(PageFormat(.spanish).date(time) == "02/03/2026")
        #expect(PageFormat(.english).date(time) == "Mar 2, 2026")
        #expect(PageFormat(.english).time(time) == "02:05 UTC")
        #expect(PageFormat(.english).date(Timestamp(microseconds: -1)) == "Dec 31, 1969")
        #expect(PageFormat(.english).time(Timestamp(microseconds: -1)) == "23:59 UTC")
        #expect(PageFormat(.portuguese).moment(time) == "02/03/2026 02:05:59")
        #expect(PageFormat(.spanish).moment(time) == "02/03/2026 02:05:59")
        #expect(PageFormat(.english).moment(time) == "Mar 2, 2026, 02:05:59")
        #expect(PageFormat(.english).moment(Timestamp(microseconds: -1)) == "Dec 31, 1969, 23:59:59")
    }
}
