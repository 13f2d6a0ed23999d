import Testing
import ToqueEncoding

@Suite struct CurrencyTests {
    @Test(
        "A currency has the decimals that ISO 4217 gives it",
        arguments: [
            ("USD", 2), ("EUR", 2), ("BRL", 2), ("COP", 2), ("JPY", 0), ("CLP", 0), ("KRW", 0), ("ISK", 0), ("KWD", 3),
            ("TND", 3), ("CLF", 4), ("UYW", 4), ("XOF", 0), ("XCG", 2),
        ])
    func exponents(code: String, exponent: Int) throws {
        let currency = try #require(Currency(code))
        #expect(currency.exponent == exponent)
        #expect(currency.description == code)
    }

    @Test(
        "A text that is not an active currency code is refused",
        arguments: [
            "", "usd", "Usd", "US", "USDX", " USD", "XXX", "XTS", "XAU", "HRK", "ZWL", "DEM", "\u{212A}WD", "840",
        ])
    func refuses(code: String) { #expect(Currency(code) == nil) }

    @Test("Each currency is listed once, in the order of the codes")
    func list() {
        let codes = Currency.all.map(\.code)
        #expect(codes == Array(Set(codes)).sorted())
        #expect(codes.count == 165)
        #expect(codes.allSatisfy { code in code.utf8.allSatisfy { (0x41...0x5A).contains($0) } })
        #expect(Currency.all.allSatisfy { Currency($0.code) == $0 && (0...4).contains($0.exponent) })
    }
}
