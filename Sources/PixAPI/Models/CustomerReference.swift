import ToqueEncoding

/// How a request names its customer: the guide sends the id, newer SDKs an object with at least the identifier.
public enum CustomerReference: JSONModel, Hashable {
    case id(String)
    /// CPF or CNPJ.
    case identifier(String)

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        switch reader.value {
        case .string(let id): self = .id(id)
        case .object:
            if let id = try reader.optionalText("id") {
                self = .id(id)
            } else {
                self = .identifier(try reader.text("identifier"))
            }
        default: throw reader.mismatch(expected: "a customer's id, or an object with id or identifier")
        }
    }

    public var json: JSON {
        switch self {
        case .id(let id): .string(id)
        case .identifier(let identifier): ["identifier": .string(identifier)]
        }
    }
}
