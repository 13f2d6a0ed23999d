/// The parameters of `GET /institutions/`.
public struct InstitutionQuery: PixQuery {
    public typealias Item = Institution
    public static let path = "/institutions/"

    /// A substring of the display name, at least 3 characters.
    public var name: String?
    /// `INDIVIDUAL` or `BUSINESS`.
    public var institutionType: String?
    public var ids: [String]?

    public init(name: String? = nil, institutionType: String? = nil, ids: [String]? = nil) {
        self.name = name
        self.institutionType = institutionType
        self.ids = ids
    }

    public var parameters: [(name: String, value: String?)] {
        [("name", name), ("institution_type", institutionType), ("id__in", ids?.joined(separator: ","))]
    }
}
