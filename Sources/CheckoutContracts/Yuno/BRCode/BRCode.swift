import ToqueEncoding

/// The text of a Pix QR code for one payment in reais: a BR Code, which is EMV's merchant-presented mode (EMV QRCPS MPM
/// 1.1) with a checksum. It links to the payment's data for the payer's bank.
public struct BRCode: Sendable, Hashable {
    /// A URL without its scheme; https, or http on the loopback interface.
    public var location: String
    /// Above 0, with at most two decimals.
    public var amount: ExactDecimal
    /// At most 25 characters of ASCII.
    public var merchantName: String
    /// At most 15 characters of ASCII.
    public var merchantCity: String

    public init(location: String, amount: ExactDecimal, merchantName: String, merchantCity: String) {
        self.location = location
        self.amount = amount
        self.merchantName = merchantName
        self.merchantCity = merchantCity
    }

    private static let domain = "br.gov.bcb.pix"
    /// Merchant account information and its subfields.
    private enum Account {
        static let id = "26"
        static let domain = "00"
        static let location = "25"
    }
    /// A dynamic code has no transaction ID of its own; the payment's data has it.
    private static let noTransactionID = "***"

    /// Returns the QR code's text.
    /// - Throws: `BRCodeError` with the invalid field. The location has at most 77 characters.
    public func text() throws(BRCodeError) -> String {
        guard let centavos = amount.minorUnits(exponent: 2), centavos > 0 else {
            throw .field("54", problem: "has to be an amount above 0 with at most two decimals")
        }
        let value = ExactDecimal(minorUnits: centavos, exponent: 2).description
        try Self.check("54", value, upTo: 13)
        try Self.check("59", merchantName, upTo: 25)
        try Self.check("60", merchantCity, upTo: 15)
        let account =
            try BRCodeField(Account.domain, Self.domain).text()
            + BRCodeField(Account.location, location).text()
        var text = ""
        for field in [
            // Payload format 01, for one payment (12), no merchant category, reais (ISO 4217: 986).
            BRCodeField("00", "01"), BRCodeField("01", "12"), BRCodeField(Account.id, account),
            BRCodeField("52", "0000"), BRCodeField("53", "986"), BRCodeField("54", value), BRCodeField("58", "BR"),
            BRCodeField("59", merchantName), BRCodeField("60", merchantCity),
            BRCodeField("62", try BRCodeField("05", Self.noTransactionID).text()),
        ] {
            text += try field.text()
        }
        text += Self.checksumHead
        return text + CRC16.text(text.utf8)
    }

    /// The checksum's ID and length, which the checksum also covers.
    private static let checksumHead = "6304"

    private static func check(_ id: String, _ value: String, upTo limit: Int) throws(BRCodeError) {
        guard value.utf8.count <= limit else {
            throw .field(id, problem: "has to be at most \(limit) characters")
        }
    }

    /// Parses a QR code's text.
    /// - Throws: `BRCodeError` unless it is the BR Code of a dynamic Pix payment in reais.
    public init(_ text: String) throws(BRCodeError) {
        let bytes = text.utf8
        guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }), bytes.count > 8 else { throw .malformed("") }
        let expected = CRC16.text(bytes.dropLast(4))
        guard text.dropLast(4).hasSuffix(Self.checksumHead), text.hasSuffix(expected) else {
            throw .checksum(expected: expected)
        }
        let fields = try BRCodeField.all(in: text[...].utf8)
        guard fields.last?.id == "63" else { throw .malformed("") }
        func value(_ id: String, of fields: [BRCodeField]) throws(BRCodeError) -> String {
            guard let field = fields.first(where: { $0.id == id }) else { throw .field(id, problem: "is missing") }
            return field.value
        }
        func expect(_ id: String, of fields: [BRCodeField], _ expected: String) throws(BRCodeError) {
            guard try value(id, of: fields) == expected else { throw .field(id, problem: "has to be \(expected)") }
        }
        try expect("00", of: fields, "01")
        try expect("53", of: fields, "986")
        try expect("58", of: fields, "BR")
        let account = try BRCodeField.all(in: value(Account.id, of: fields)[...].utf8, within: Account.id)
        try expect(Account.id + Account.domain, of: account, Self.domain)
        location = try value(Account.id + Account.location, of: account)
        guard let amount = ExactDecimal(try value("54", of: fields)), amount > .zero,
            amount.minorUnits(exponent: 2) != nil
        else { throw .field("54", problem: "has to be an amount above 0 with at most two decimals") }
        self.amount = amount
        merchantName = try value("59", of: fields)
        merchantCity = try value("60", of: fields)
    }
}
