import ToqueCBOR

/// The `android-safetynet` statement (section 8.5): a JWS of the retired SafetyNet attestation API.
public struct AndroidSafetyNetStatement: Sendable, Hashable {
    /// Of Google Play Services.
    public var version: String
    /// A JWS in compact serialization, UTF-8.
    public var response: [UInt8]

    public init(version: String, response: [UInt8]) {
        self.version = version
        self.response = response
    }

    var encoded: CBOR {
        ["ver": .text(version), "response": .bytes(response)]
    }

    init(_ reader: StatementReader) throws(AttestationStatementError) {
        version = try reader.text("ver")
        response = try reader.bytes("response")
        try reader.expect(["ver", "response"])
    }
}
