import Testing
import ToqueEncoding

@Suite struct CivilDateTests {
    @Test(
        "Seconds before and after 1970 give their civil date",
        arguments: [
            (0, "1970-01-01"), (-1, "1969-12-31"), (951_782_400, "2000-02-29"), (1_751_328_000, "2025-07-01"),
            (4_107_542_400, "2100-03-01"), (4_107_542_399, "2100-02-28"), (-62_135_596_800, "0001-01-01"),
        ] as [(Int64, String)])
    func days(seconds: Int64, expected: String) {
        #expect(CivilDate(seconds: seconds).description == expected)
    }

    @Test("The first day of every year from 1900 to 2200 is January 1")
    func yearsBegin() {
        for year in 1900...2200 {
            let day = CivilDate(seconds: Int64(CivilDate.firstDay(of: year)) * 86_400)
            #expect(day == CivilDate(year: year, month: 1, day: 1))
        }
    }
}
