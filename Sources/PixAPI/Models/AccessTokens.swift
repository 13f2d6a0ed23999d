import ToqueEncoding

/// The response to `POST /payments/api/widget-token/`: two JWTs (docs/fidelity.md, `widget-token`).
public struct AccessTokens: JSONModel, Hashable {
    /// An app's bearer token.
    public var access: String
    /// No endpoint that accepts it is documented.
    public var refresh: String

    public init(access: String, refresh: String) {
        self.access = access
        self.refresh = refresh
    }
}

extension AccessTokens: JSONStructure {
    package static let blank = Self(access: "", refresh: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("access", &access, Self.jwt)
        coder.required("refresh", &refresh, Self.jwt)
    }

    private static let jwt = JSONSchema.text(matching: #"^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$"#)
}
