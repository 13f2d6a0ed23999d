import ToqueCBOR
import ToqueCrypto
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

    /// publicKeyU2F of section 8.6: a point of P-256 without compression, 65 bytes.
    /// - Returns: nil for a key that is not on P-256; U2F knows no other curve.
    public static func publicKeyU2F(_ key: PublicKeyParameters) -> [UInt8]? {
        guard case .ec(.p256, let x, let y) = key else { return nil }
        return [0x04] + x + y
    }

    /// verificationData of section 8.6: what the attestation key signs (FIDO U2F Raw Message Formats, section 4.3).
    public static func verificationData(
        rpIDHash: [UInt8], clientDataHash: [UInt8], credentialID: [UInt8], publicKeyU2F: [UInt8]
    ) -> [UInt8] {
        [0x00] + rpIDHash + clientDataHash + credentialID + publicKeyU2F
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
