import ToqueEncoding

/// What `POST /payments/api/widget-token/` answers: two JWTs (docs/fidelity.md, `widget-token`).
public struct AccessTokens: JSONModel, Hashable {
    /// What an app sends as its bearer token.
    public var access: String
    /// No endpoint that takes it is documented.
    public var refresh: String

    public init(access: String, refresh: String) {
        self.access = access
        self.refresh = refresh
    }

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        access = try reader.text("access")
        refresh = try reader.text("refresh")
    }

    public var json: JSON { ["access": .string(access), "refresh": .string(refresh)] }
}
