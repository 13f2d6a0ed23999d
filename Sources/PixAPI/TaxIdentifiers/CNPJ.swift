/// A company's number in the taxpayers' registry: 12 digits, or from July 2026 on also capital letters, and 2 check
/// digits.
public struct CNPJ: Sendable, Hashable, CustomStringConvertible {
    /// 14 characters.
    public let text: String

    /// - Throws: also for punctuation and lowercase letters.
    public init(_ text: String) throws(TaxIdentifierError) {
        func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
        for (index, character) in text.enumerated() {
            guard let byte = character.asciiValue, isDigit(byte) || index < 12 && isCapital(byte) else {
                throw .character(character)
            }
        }
        guard text.utf8.count == 14 else { throw .length(text.utf8.count) }
        guard Set(text.utf8).count > 1 else { throw .repeated }
        let digits = CheckDigit.pair(for: text.utf8.prefix(12), highestWeight: 9)
        guard text.hasSuffix(digits) else { throw .checkDigits(found: String(text.suffix(2)), expected: digits) }
        self.text = text
    }

    /// `**.345.678/0001-**`, masked like a CPF.
    public var description: String {
        let characters = Array(text)
        return "**.\(String(characters[2..<5])).\(String(characters[5..<8]))/\(String(characters[8..<12]))-**"
    }
}
