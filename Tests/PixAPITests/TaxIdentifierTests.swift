import PixAPI
import Testing
import ToqueEncoding

@Suite struct TaxIdentifierTests {
    @Test(
        "A valid CPF or CNPJ is accepted, typed, and masked",
        arguments: [
            // Valid by the registry's rules: invented, or Receita Federal's own example of an alphanumeric CNPJ.
            ("12345678909", "CPF", "12******09", "***.456.789-**"),
            ("11144477735", "CPF", "11******35", "***.444.777-**"),
            ("52998224725", "CPF", "52******25", "***.982.247-**"),
            ("00000000191", "CPF", "00******91", "***.000.001-**"),
            ("11222333000181", "CNPJ", "11******81", "**.222.333/0001-**"),
            ("12ABC34501DE35", "CNPJ", "12******35", "**.ABC.345/01DE-**"),
            ("00000000000191", "CNPJ", "00******91", "**.000.000/0001-**"),
        ])
    func takes(text: String, type: String, masked: String, shown: String) throws {
        let identifier = try TaxIdentifier(text)
        #expect(identifier.text == text)
        #expect(identifier.type == type)
        #expect(identifier.masked == masked)
        #expect("\(identifier)" == shown)
    }

    @Test(
        "An invalid CPF or CNPJ is refused with the reason",
        arguments: [
            ("12345678900", TaxIdentifierError.checkDigits(found: "00", expected: "09")),
            ("12345678919", .checkDigits(found: "19", expected: "09")),
            ("11222333000180", .checkDigits(found: "80", expected: "81")),
            ("12ABC34501DE36", .checkDigits(found: "36", expected: "35")),
            ("11111111111", .repeated), ("00000000000000", .repeated),
            ("", .length(0)), ("1234567890", .length(10)), ("123456789012", .length(12)),
            ("123.456.789-09", .character(".")), ("11.222.333/0001-81", .character("/")),
            ("1234567890a", .character("a")), ("12abc34501de35", .character("a")), ("12ABC34501DEA5", .character("A")),
            ("12ABC34501DE3\u{3A}", .character(":")),
        ])
    func refuses(text: String, error: TaxIdentifierError) {
        #expect(throws: error) { try TaxIdentifier(text) }
    }

    /// Unicode's digits of other scripts are invalid.
    @Test("A CPF or CNPJ with a digit of another script or a control character is refused")
    func refusesOtherScripts() {
        #expect(throws: TaxIdentifierError.self) { try CPF("١٢٣٤٥٦٧٨٩٠٩") }
        #expect(throws: TaxIdentifierError.self) { try CNPJ("１2ABC34501DE35") }
        #expect(throws: TaxIdentifierError.self) { try CPF("1234567890\u{0}") }
    }

    @Test(
        "Exactly one pair of check digits is accepted for each base number",
        arguments: ["123456789", "112223330001", "12ABC34501DE", "000000001"])
    func takesOnePairOfCheckDigits(base: String) throws {
        let taken = (0...99).map { $0 < 10 ? "0\($0)" : "\($0)" }.filter {
            (try? TaxIdentifier(base + $0)) != nil
        }
        #expect(taken.count == 1)
    }

    @Test("The error for a wrong tax identifier in a request names the member")
    func namesTheMember() throws {
        let json = try JSON(parsing: #"{"identifier": "12345678900", "name": "Ana"}"#)
        let error = #expect(throws: JSONMemberError.self) { try CreateCustomerRequest(json: json) }
        #expect("\(try #require(error))" == "identifier: found the check digits 00, expected the check digits 09")
    }
}
