import ToqueEncoding

/// Why a text is no CPF or CNPJ.
public enum TaxIdentifierError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Neither 11 nor 14 characters, or not as many as this identifier has.
    case length(Int)
    /// A character that has no place in it; the written form with dots, slash and hyphen is not taken.
    case character(Character)
    /// The same character throughout, which the check digits of some allow and the registry never gives out.
    case repeated
    case checkDigits(found: String, expected: String)

    /// What was found, for an error that names the member.
    public var found: String {
        switch self {
        case .length(let length): "\(length) characters"
        case .character(let character): "the character \(String(character).quoted)"
        case .repeated: "one character repeated"
        case .checkDigits(let found, _): "the check digits \(found)"
        }
    }

    /// What is wanted in its place.
    public var expected: String {
        switch self {
        case .length, .character, .repeated:
            "a CPF (11 digits) or a CNPJ (12 digits or capital letters and 2 check digits), without punctuation"
        case .checkDigits(_, let expected): "the check digits \(expected)"
        }
    }

    public var description: String { "found \(found), expected \(expected)" }
}
