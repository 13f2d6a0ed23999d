import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

/// The `packed` statement (section 8.2): a signature by the credential's own key (self attestation) or, with x5c, by an
/// attestation key.
public struct PackedStatement: Sendable, Hashable {
    public var algorithm: COSEAlgorithm
    public var signature: [UInt8]
    /// DER certificates, the attestation certificate first; nil in self attestation.
    public var x5c: [[UInt8]]?

    public init(algorithm: COSEAlgorithm, signature: [UInt8], x5c: [[UInt8]]? = nil) {
        self.algorithm = algorithm
        self.signature = signature
        self.x5c = x5c
    }

    /// Signs as section 8.2 says: over authenticatorData and the client data's hash, with the credential's own key.
    public static func selfAttestation(
        algorithm: COSEAlgorithm, key: SigningKey, authenticatorData: [UInt8], clientDataHash: [UInt8]
    ) throws(CryptoError) -> PackedStatement {
        guard let scheme = algorithm.scheme else { throw .unsupported("\(algorithm)") }
        let signature = try key.sign(authenticatorData + clientDataHash, scheme: scheme)
        return PackedStatement(algorithm: algorithm, signature: signature)
    }

    /// Signs as section 8.2 says, with an attestation key, whose certificates are x5c.
    public static func certified(
        identity: AttestationIdentity, authenticatorData: [UInt8], clientDataHash: [UInt8]
    ) throws(CryptoError) -> PackedStatement {
        PackedStatement(
            algorithm: AttestationIdentity.algorithm, signature: try identity.sign(authenticatorData + clientDataHash),
            x5c: identity.certificates.map(\.der))
    }

    var encoded: CBOR {
        var map = CBORMap([("alg", .int(algorithm.rawValue)), ("sig", .bytes(signature))])
        map["x5c"] = x5c.map { .array($0.map(CBOR.bytes)) }
        return .map(map)
    }

    init(_ reader: StatementReader) throws(AttestationStatementError) {
        algorithm = try reader.algorithm()
        signature = try reader.bytes("sig")
        x5c = reader.has("x5c") ? try reader.certificates() : nil
        try reader.expect(x5c == nil ? ["alg", "sig"] : ["alg", "sig", "x5c"])
    }
}
