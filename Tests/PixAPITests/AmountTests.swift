import PixAPI
import Testing
import ToqueEncoding

@Suite struct AmountTests {
    @Test(
        "An amount is read from a number or a string and written with two decimals",
        arguments: [
            ("0.13", "0.13"), (#""0.13""#, "0.13"), ("1", "1.00"), ("0.1", "0.10"), (#""1234.12""#, "1234.12"),
            ("9999999999999999.99", "9999999999999999.99"), (#""007.5""#, "7.50"),
        ])
    func reads(text: String, expected: String) throws {
        let amount = try Amount(json: try JSON(parsing: text))
        #expect(amount.description == expected)
        #expect(amount.json == .string(expected))
    }

    @Test(
        "An amount that is zero, negative, too large, or malformed is refused",
        arguments: [
            "0", "0.00", "-1", "0.001", "0.130", "1e2", #""1,50""#, #""""#, #"".5""#, #""1.""#, #""+1""#, #"" 1""#,
            "10000000000000000", "true", "null", "[]", #""٣""#,
        ])
    func refuses(text: String) throws {
        let json = try JSON(parsing: text)
        #expect(throws: JSONMemberError.self) { try Amount(json: json) }
    }
}
