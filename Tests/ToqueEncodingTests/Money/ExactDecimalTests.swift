import Testing
import ToqueEncoding

@Suite struct ExactDecimalTests {
    @Test(
        "A number is read exactly and written without an exponent, with the decimals that it came with",
        arguments: [
            ("0", "0"), ("-0", "0"), ("0.00", "0.00"), ("1.50", "1.50"), ("-19.99", "-19.99"), ("0.05", "0.05"),
            ("-0.05", "-0.05"), ("1e2", "100"), ("1.5e3", "1500"), ("1.25E+1", "12.5"), ("150e-2", "1.50"),
            ("7e-3", "0.007"), ("0e99", "0"), ("165000.0", "165000.0"), ("999999999999999999", "999999999999999999"),
            ("0.000000000000000001", "0.000000000000000001"), ("1e17", "100000000000000000"),
            ("9007199254740993", "9007199254740993"), ("0.1", "0.1"),
        ])
    func reads(text: String, expected: String) throws {
        let decimal = try #require(ExactDecimal(text))
        #expect(decimal.description == expected)
        #expect(ExactDecimal(decimal.description) == decimal)
        #expect(try ExactDecimal.read(JSONReader(JSON(parsing: text))) == decimal)
        #expect(decimal.json.serialized() == expected)
    }

    @Test(
        "Text that is not a JSON number is refused",
        arguments: [
            "", "-", ".", "1.", ".5", "+1", "01", "-01.5", "1e", "1e+", "1.5.2", "1,50", " 1", "1 ", "0x1", "NaN", "٣",
            "1e1e1", "--1", "1_000", "Infinity",
        ])
    func refuses(text: String) { #expect(ExactDecimal(text) == nil) }

    @Test(
        "A number of more than 18 digits or decimals is refused and never rounded",
        arguments: [
            "1000000000000000000", "-1000000000000000000", "1e18", "12e17", "1.0e99", "1e999999999999999999999",
            "0.0000000000000000001", "1e-19", "1234567890.1234567890", "18446744073709551616",
        ])
    func limits(text: String) throws {
        #expect(ExactDecimal(text) == nil)
        let json = try JSON(parsing: text)
        let error = #expect(throws: JSONMemberError.self) { try JSONReader(json, path: "amount").decimal() }
        #expect(error?.path == "amount")
        #expect(error?.expected == "a number of at most 18 digits")
    }

    @Test("A decimal is read only from a number", arguments: [#""1.50""#, "true", "null", "[1]", "{}"])
    func numbersAlone(text: String) throws {
        let json = try JSON(parsing: text)
        #expect(throws: JSONMemberError.self) { try JSONReader(json).decimal() }
    }

    @Test("Decimals are equal and have the same hash if they have the same value")
    func equality() throws {
        let written = ["1.5", "1.50", "1.50000000000000000", "15e-1", "0.15e1"].compactMap { ExactDecimal($0) }
        #expect(written.count == 5)
        #expect(Set(written).count == 1)
        #expect(ExactDecimal("1.5") != ExactDecimal("1.51"))
        #expect(ExactDecimal("0.5") != ExactDecimal("-0.5"))
    }

    @Test("Decimals are ordered by value")
    func order() {
        let texts = ["-2", "-1.5", "-1.49", "-0.01", "0", "0.009", "0.01", "1.49", "1.5", "2", "999999999999999999"]
        let decimals = texts.compactMap { ExactDecimal($0) }
        #expect(decimals.count == texts.count)
        #expect(decimals.reversed().sorted() == decimals)
    }

    @Test(
        "Minor units are counted by value",
        arguments: [
            ("19.99", 2, 1999), ("19.9", 2, 1990), ("20", 2, 2000), ("1.50", 1, 15), ("10.00", 0, 10),
            ("1.234", 3, 1234),
            ("-0.05", 2, -5), ("0", 2, 0), ("0.000", 0, 0),
        ])
    func minorUnits(text: String, exponent: Int, expected: Int64) throws {
        let decimal = try #require(ExactDecimal(text))
        #expect(decimal.minorUnits(exponent: exponent) == expected)
        #expect(ExactDecimal(minorUnits: expected, exponent: exponent) == decimal)
    }

    @Test(
        "A value with more decimals than the unit, or too many units, has no minor units",
        arguments: [
            ("19.999", 2), ("0.5", 0), ("999999999999999999", 2), ("1", 19), ("1", -1), ("-0.001", 2),
        ])
    func noMinorUnits(text: String, exponent: Int) throws {
        #expect(try #require(ExactDecimal(text)).minorUnits(exponent: exponent) == nil)
    }

    @Test("Minor units have the unit's decimals when written")
    func written() {
        #expect(ExactDecimal(minorUnits: 5, exponent: 2).description == "0.05")
        #expect(ExactDecimal(minorUnits: -1999, exponent: 2).description == "-19.99")
        #expect(ExactDecimal(minorUnits: 10, exponent: 0).description == "10")
        #expect(ExactDecimal(minorUnits: .max, exponent: 0).description == "9223372036854775807")
        #expect(ExactDecimal(minorUnits: .min, exponent: 18).description == "-9.223372036854775808")
    }

    @Test("Sums and differences are exact, and nil if they need more than 18 digits")
    func arithmetic() throws {
        let tenth = try #require(ExactDecimal("0.1"))
        let fifth = try #require(ExactDecimal("0.20"))
        #expect(tenth.adding(fifth)?.description == "0.30")
        #expect(tenth.subtracting(fifth)?.description == "-0.10")
        #expect(tenth.subtracting(tenth) == .zero)
        let most = try #require(ExactDecimal("999999999999999999"))
        let one = ExactDecimal(minorUnits: 1, exponent: 0)
        #expect(most.adding(one) == nil)
        #expect(most.adding(tenth) == nil)
        #expect(most.subtracting(one)?.description == "999999999999999998")
        #expect(ExactDecimal.zero.subtracting(ExactDecimal(minorUnits: .min, exponent: 0)) == nil)
        #expect(ExactDecimal(minorUnits: .max, exponent: 0).adding(one) == nil)
    }
}
