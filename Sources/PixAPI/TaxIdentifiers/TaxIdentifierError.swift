import ToqueEncoding

/// The reason why a text is not a CPF or CNPJ.
public enum TaxIdentifierError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Neither 11 nor 14 characters, or the wrong length for this identifier.
    case length(Int)
    /// An invalid character; the written form with dots, slash and hyphen is not accepted.
    case character(Character)
    /// The same character throughout: the registry never issues it, even if its check digits match.
    case repeated
    case checkDigits(found: String, expected: String)

    /// The invalid part, for an error that names the member.
    public var found: String {
        switch self {
        case .length(let length): "\(length) characters"
        case .character(let character): "the character \(String(character).quoted)"
        case .repeated: "one character repeated"
        case .checkDigits(let found, _): "the check digits \(found)"
        }
    }

    /// The expected form.
    public var expected: String {
        switch self {
        case .length, .character, .repeated:
            "a CPF (11 digits) or a CNPJ (12 digits or capital letters and 2 check digits), without punctuation"
        case .checkDigits(_, let expected): "the check digits \(expected)"
        }
    }

    public var description: String { "found \(found), expected \(expected)" }
}
