/// The parameters of `GET /customers/`.
public struct CustomerQuery: PixQuery {
    public typealias Item = Customer
    public static let path = "/customers/"

    /// CPF or CNPJ.
    public var identifier: TaxIdentifier?
    public var externalID: String?

    public init(identifier: TaxIdentifier? = nil, externalID: String? = nil) {
        self.identifier = identifier
        self.externalID = externalID
    }

    public var parameters: [(name: String, value: String?)] {
        [("identifier", identifier?.text), ("external_id", externalID)]
    }
}
