import HTTPTypes

extension HTTPFields {
    /// The value of a header, in any case; values of one that came several times are joined by commas.
    func value(_ name: String) -> String? { HTTPField.Name(name).flatMap { self[$0] } }
}

extension HTTPRequest {
    /// Every value of a header.
    /// - Parameter name: in lower case.
    func values(_ name: String) -> [String] {
        headerFields.filter { $0.name.canonicalName == name }.map(\.value)
    }

    /// Whether the body is said to be of one of these media types, whatever their parameters; nil where nothing is
    /// said.
    /// - Parameter types: in lower case.
    func hasContentType(_ types: [String]) -> Bool? {
        let values = values("content-type")
        guard let value = values.first else { return nil }
        let type = value.prefix { $0 != ";" }.lowercased().split(separator: " ")
        return values.count == 1 && type.count == 1 && types.contains { $0 == type[0] }
    }
}
