import HTTPTypes

extension HTTPFields {
    /// The value of a header, ignoring case; multiple values are joined by commas.
    func value(_ name: String) -> String? { HTTPField.Name(name).flatMap { self[$0] } }
}

extension HTTPRequest {
    /// Every value of a header.
    /// - Parameter name: in lower case.
    func values(_ name: String) -> [String] {
        headerFields.filter { $0.name.canonicalName == name }.map(\.value)
    }

    /// True if the `Accept` header names this media type itself.
    /// - Parameter type: in lower case.
    func accepts(_ type: String) -> Bool {
        values("accept").contains { $0.lowercased().split { ", ;".contains($0) }.contains { $0 == type } }
    }

    /// True for a browser. A program that takes a page also takes JSON, for refusals.
    var wantsPage: Bool { accepts("text/html") && !accepts("application/json") }

    /// True if the Content-Type is one of these media types, with any parameters; nil without a Content-Type.
    /// - Parameter types: in lower case.
    func hasContentType(_ types: [String]) -> Bool? {
        let values = values("content-type")
        guard let value = values.first else { return nil }
        let type = value.prefix { $0 != ";" }.lowercased().split(separator: " ")
        return values.count == 1 && type.count == 1 && types.contains { $0 == type[0] }
    }
}
