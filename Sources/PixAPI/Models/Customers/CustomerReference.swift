import ToqueEncoding

/// A request's reference to its customer: the guide sends the id, newer SDKs an object with at least the identifier.
public enum CustomerReference: JSONModel, JSONValue, Hashable {
    /// The expected form, for errors.
    package static let expectation = #"a customer's id, {"id": …} or {"identifier": CPF or CNPJ}"#

    case id(String)
    case identifier(TaxIdentifier)
    /// Sent by an SDK that has read the customer; the identifier may be the masked one.
    case customer(id: String, identifier: String)

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        switch reader.value {
        case .string: self = .id(try reader.uuid())
        case .object:
            guard let id = try reader.optional("id")?.uuid() else {
                self = .identifier(try TaxIdentifier(reader.member("identifier", expected: TaxIdentifier.expectation)))
                return
            }
            let identifier = try reader.optional("identifier")?.string()
            self = identifier.map { .customer(id: id, identifier: $0) } ?? .id(id)
        case .null, .bool, .number, .array: throw reader.mismatch(expected: Self.expectation)
        }
    }

    public var json: JSON {
        switch self {
        case .id(let id): .string(id)
        case .identifier(let identifier): ["identifier": identifier.json]
        case .customer(let id, let identifier): ["id": .string(id), "identifier": .string(identifier)]
        }
    }

    /// The guide sends the id, newer SDKs an object.
    package static var schema: JSONSchema {
        .any(
            of: .uuid,
            .request(.required("id", .uuid), .optional("identifier", .text.orNull)),
            .request(.required("identifier", TaxIdentifier.schema), .optional("id", .null)))
    }
}
