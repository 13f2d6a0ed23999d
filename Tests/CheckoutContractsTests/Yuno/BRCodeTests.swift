import CheckoutContracts
import Testing
import ToqueEncoding

@Suite("BR Codes") struct BRCodeTests {
    private static let text =
        "00020101021226630014br.gov.bcb.pix2541127.0.0.1:8420/pix/AAAAAAAAAAAAAAAAAAAAAA520400005303986540510.005802BR"
        + "5912LOJA EXEMPLO6009SAO PAULO62070503***6304BAC3"

    private static let code = BRCode(
        location: "127.0.0.1:8420/pix/AAAAAAAAAAAAAAAAAAAAAA", amount: ExactDecimal(minorUnits: 1000, exponent: 2),
        merchantName: "LOJA EXEMPLO", merchantCity: "SAO PAULO")

    @Test("A payment's code is written and read in the published form")
    func vector() throws {
        #expect(try Self.code.text() == Self.text)
        #expect(try BRCode(Self.text) == Self.code)
    }

    @Test("A code with one flipped bit is refused")
    func flippedBits() {
        for index in 0..<Self.text.utf8.count {
            for bit in 0..<7 {
                var bytes = Array(Self.text.utf8)
                bytes[index] ^= 1 << bit
                #expect(throws: BRCodeError.self) { try BRCode(String(decoding: bytes, as: UTF8.self)) }
            }
        }
    }

    @Test("A code that is cut off anywhere is refused")
    func prefixes() {
        for count in 0..<Self.text.utf8.count {
            #expect(throws: BRCodeError.self) { try BRCode(String(Self.text.prefix(count))) }
        }
    }

    @Test(
        "A field at its limit is written, and one character more is refused by its id",
        arguments: [("2625", 77), ("59", 25), ("60", 15)])
    func limits(id: String, limit: Int) throws {
        func code(_ count: Int) -> BRCode {
            var code = Self.code
            let text = String(repeating: "A", count: count)
            switch id {
            case "59": code.merchantName = text
            case "60": code.merchantCity = text
            default: code.location = text
            }
            return code
        }
        #expect(try BRCode(code(limit).text()) == code(limit))
        let error = #expect(throws: BRCodeError.self) { try code(limit + 1).text() }
        // Field 26 contains the location, and is the field that becomes too long.
        let field = id == "2625" ? "26" : id
        guard case .field(field, _) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    }

    @Test(
        "An amount is above 0 and has at most two decimals",
        arguments: ["0", "0.001", "-1", "10.005", "99999999999.00"])
    func amounts(text: String) throws {
        var code = Self.code
        code.amount = try #require(ExactDecimal(text))
        #expect(throws: BRCodeError.self) { try code.text() }
    }

    @Test(
        "A code of another currency, country or kind is refused by the field",
        arguments: [
            ("5303986", "5303840", "53"), ("5802BR", "5802AR", "58"), ("br.gov.bcb.pix", "br.gov.bcb.xxx", "2600"),
            ("000201", "000202", "00"), ("5912LOJA EXEMPLO", "", "59"), ("540510.00", "54050.000", "54"),
            ("52040000", "5204000052040000", "52"),
        ])
    func otherCodes(part: String, other: String, field: String) throws {
        let body = String(Self.text.dropLast(4)).replacing(part, with: other)
        // The refusal reports the checksum of the changed text.
        let wrong = #expect(throws: BRCodeError.self) { try BRCode(body + "....") }
        guard case .checksum(let checksum) = wrong else { throw BRCodeError.malformed("") }
        let error = #expect(throws: BRCodeError.self) { try BRCode(body + checksum) }
        guard case .field(field, _) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    }
}
