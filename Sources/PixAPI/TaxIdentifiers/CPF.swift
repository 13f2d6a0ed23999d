/// A person's number in the taxpayers' registry: 9 digits and 2 check digits.
public struct CPF: Sendable, Hashable, CustomStringConvertible {
    /// 11 digits.
    public let text: String

    /// - Throws: also for punctuation: the provider's API accepts only digits.
    public init(_ text: String) throws(TaxIdentifierError) {
        if let other = text.first(where: { !("0"..."9").contains($0) || !$0.isASCII }) { throw .character(other) }
        guard text.utf8.count == 11 else { throw .length(text.utf8.count) }
        guard Set(text.utf8).count > 1 else { throw .repeated }
        // The weights of the second digit go up to 11.
        let digits = CheckDigit.pair(for: text.utf8.prefix(9), highestWeight: 11)
        guard text.hasSuffix(digits) else { throw .checkDigits(found: String(text.suffix(2)), expected: digits) }
        self.text = text
    }

    private init(valid text: String) { self.text = text }

    static let blank = CPF(valid: "00000000191")

    /// `***.456.789-**`, as Brazilian authorities and banks show it.
    public var description: String {
        let digits = Array(text)
        return "***.\(String(digits[3..<6])).\(String(digits[6..<9]))-**"
    }
}
