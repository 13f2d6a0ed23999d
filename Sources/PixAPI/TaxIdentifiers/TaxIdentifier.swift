import ToqueEncoding

/// The tax registration of a customer or account holder: a person's CPF or a company's CNPJ, distinguished by length.
public enum TaxIdentifier: Sendable, Hashable, CustomStringConvertible {
    case cpf(CPF)
    case cnpj(CNPJ)

    public init(_ text: String) throws(TaxIdentifierError) {
        // For other texts, the length is a more useful error than the first invalid character.
        switch text.utf8.count {
        case 11: self = .cpf(try CPF(text))
        case 14 where text.contains(".") && text.contains("-"):
            // A CPF with punctuation is as long as a CNPJ.
            throw .character(".")
        case 14: self = .cnpj(try CNPJ(text))
        case 18 where text.contains("/"): throw .character("/")
        default: throw .length(text.utf8.count)
        }
    }

    /// 11 or 14 characters without punctuation.
    public var text: String {
        switch self {
        case .cpf(let cpf): cpf.text
        case .cnpj(let cnpj): cnpj.text
        }
    }

    static let blank = cpf(.blank)

    static let types = ["CPF", "CNPJ"]

    /// `CPF` or `CNPJ`, the provider's `identifier_type`.
    public var type: String {
        switch self {
        case .cpf: "CPF"
        case .cnpj: "CNPJ"
        }
    }

    /// `INDIVIDUAL` or `BUSINESS`, the provider's `customer_type`.
    public var holderType: CreateBankAccountRequest.HolderType {
        switch self {
        case .cpf: .individual
        case .cnpj: .business
        }
    }

    /// The form in the provider's API: `12******09`.
    public var masked: String { "\(text.prefix(2))******\(text.suffix(2))" }

    /// A bank's form for the holder, mostly masked.
    public var description: String {
        switch self {
        case .cpf(let cpf): cpf.description
        case .cnpj(let cnpj): cnpj.description
        }
    }
}

extension TaxIdentifier: JSONModel, JSONValue {
    public init(_ reader: JSONReader) throws(JSONMemberError) {
        let text = try reader.string()
        do throws(TaxIdentifierError) {
            self = try TaxIdentifier(text)
        } catch {
            throw JSONMemberError(path: reader.path, found: error.found, expected: error.expected)
        }
    }

    public var json: JSON { .string(text) }

    package static let expectation = "a CPF or a CNPJ"

    /// A pattern cannot express the check digits.
    package static var schema: JSONSchema {
        .text(matching: "^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$")
            .about("CPF or CNPJ, without punctuation; the check digits have to be right")
    }
}

extension JSONSchema {
    static let maskedIdentifier = text(matching: #"^[0-9A-Z]{2}\*{6}[0-9]{2}$"#)
}
