import HTTPTypes

extension HTTPFields {
    /// The value of a header, in any case; values of one that came several times are joined by commas.
    func value(_ name: String) -> String? { HTTPField.Name(name).flatMap { self[$0] } }
}
