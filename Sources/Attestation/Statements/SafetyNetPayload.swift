import ToqueEncoding

/// What SafetyNet says of a device: the payload of its JWS, in the members that WebAuthn has a use for.
public struct SafetyNetPayload: Sendable, Hashable {
    /// base64 of what the caller of SafetyNet gave it.
    public var nonce: String
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public var timestampMs: Int
    /// Whether the device is one that passed Android's compatibility tests, and was not changed since.
    public var ctsProfileMatch: Bool

    public init(_ json: JSONReader) throws(JSONMemberError) {
        nonce = try json.member("nonce", expected: "a string").string()
        timestampMs = try json.member("timestampMs", expected: "an integer").int()
        ctsProfileMatch = try json.member("ctsProfileMatch", expected: "true or false").bool()
    }
}
