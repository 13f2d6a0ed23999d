import ToqueCBOR
import ToqueWebAuthn

/// The `fido-u2f` statement (section 8.6): a signature of a U2F key over its registration data.
public struct FIDOU2FStatement: Sendable, Hashable {
    public var signature: [UInt8]
    /// DER certificates, of which there is one.
    public var x5c: [[UInt8]]

    public init(signature: [UInt8], x5c: [[UInt8]]) {
        self.signature = signature
        self.x5c = x5c
    }

    var encoded: CBOR {
        ["sig": .bytes(signature), "x5c": .array(x5c.map(CBOR.bytes))]
    }

    init(_ reader: StatementReader) throws(AttestationStatementError) {
        signature = try reader.bytes("sig")
        x5c = try reader.certificates()
        try reader.expect(["sig", "x5c"])
        guard x5c.count == 1 else { throw .malformed(.fidoU2F, "x5c has \(x5c.count) certificates, expected one") }
    }
}
