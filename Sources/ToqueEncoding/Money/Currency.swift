/// An ISO 4217 currency, by its alphabetic code, with the number of decimals of its amounts.
public struct Currency: Hashable, Sendable, CustomStringConvertible {
    /// Three capital letters, such as `JPY`.
    public let code: String
    /// The decimals of the minor unit: 2 for USD, 0 for JPY, 3 for KWD.
    public let exponent: Int

    /// The active codes of currencies and funds that have a minor unit, sorted. Metals, units of account without
    /// decimals, and the codes for tests and for no currency are omitted: nobody pays in them.
    public static let all = byCode.values.sorted { $0.code < $1.code }

    /// Nil unless the code is active and in capitals.
    public init?(_ code: String) {
        // Swift considers the Kelvin sign equal to the letter K; the standard's codes are ASCII.
        guard code.utf8.count == 3, let currency = Self.byCode[code] else { return nil }
        self = currency
    }

    private init(known code: String, exponent: Int) { (self.code, self.exponent) = (code, exponent) }

    public var description: String { code }

    private static let byCode: [String: Currency] = {
        var currencies: [String: Currency] = [:]
        for (exponent, codes) in table {
            for code in codes.split(whereSeparator: \.isWhitespace).map(String.init) {
                currencies[code] = Currency(known: code, exponent: exponent)
            }
        }
        return currencies
    }()

    /// ISO 4217, list one and the funds of list two, as of January 2026: with XAD, XCG and ZWG, without ANG, BGN, CUC,
    /// HRK, SLL and ZWL.
    private static let table: [(exponent: Int, codes: String)] = [
        (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
        (
            2,
            """
            AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
            CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF
            IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK
            MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP
            SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG
            YER ZAR ZMW ZWG
            """
        ),
        (3, "BHD IQD JOD KWD LYD OMR TND"),
        (4, "CLF UYW"),
    ]
}

extension Currency: JSONValue {
    package static let expectation = "the ISO 4217 code of a currency, such as EUR"
    package static let blank = Currency(known: "XXX", exponent: 0)

    package static func read(_ reader: JSONReader) throws(JSONMemberError) -> Currency {
        guard let currency = Currency(try reader.string()) else { throw reader.mismatch(expected: expectation) }
        return currency
    }
    package var json: JSON { .string(code) }
    package static var schema: JSONSchema { .choice(all.map(\.code)) }
}
