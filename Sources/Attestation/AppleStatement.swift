import ToqueCBOR

/// The `apple` statement (section 8.8): a certificate of the credential key that carries a nonce.
public struct AppleStatement: Sendable, Hashable {
    /// DER certificates, that of the credential key first.
    public var x5c: [[UInt8]]

    public init(x5c: [[UInt8]]) {
        self.x5c = x5c
    }

    var encoded: CBOR {
        ["x5c": .array(x5c.map(CBOR.bytes))]
    }

    init(_ reader: StatementReader) throws(AttestationStatementError) {
        x5c = try reader.certificates()
        try reader.expect(["x5c"])
    }
}
