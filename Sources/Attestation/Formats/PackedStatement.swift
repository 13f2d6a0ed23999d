import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

/// The `packed` statement (section 8.2): a signature by the credential's own key (self attestation) or, with x5c, by an
/// attestation key.
public struct PackedStatement: FormatStatement {
    public var algorithm: COSEAlgorithm
    public var signature: [UInt8]
    /// DER certificates, the attestation certificate first; nil in self attestation.
    public var x5c: [[UInt8]]?

    public init(algorithm: COSEAlgorithm, signature: [UInt8], x5c: [[UInt8]]? = nil) {
        self.algorithm = algorithm
        self.signature = signature
        self.x5c = x5c
    }

    static let format = AttestationFormat.packed
    var statement: AttestationStatement { .packed(self) }
    var summary: String { x5c == nil ? "self attestation" : "attestation with certificates" }

    var encoded: CBOR {
        var map = CBORMap([("alg", .int(algorithm.rawValue)), ("sig", .bytes(signature))])
        map["x5c"] = x5c.map { .array($0.map(CBOR.bytes)) }
        return .map(map)
    }

    init(_ object: AttestationObject) throws(AttestationStatementError) {
        let reader = try StatementReader(object)
        algorithm = try reader.algorithm()
        signature = try reader.bytes("sig")
        x5c = reader.has("x5c") ? try reader.certificates() : nil
        try reader.expect(x5c == nil ? ["alg", "sig"] : ["alg", "sig", "x5c"])
    }

    /// The signing procedure of section 8.2.
    /// - Parameters:
    ///   - material: the data to attest.
    ///   - key: the attestation key; the credential's own in self attestation.
    ///   - x5c: the attestation key's certificate first; nil in self attestation.
    public init(
        attesting material: AttestedMaterial, with key: some StatementSigner, x5c: [Certificate]? = nil
    ) throws(CryptoError) {
        self.init(algorithm: key.algorithm, signature: try key.sign(material.message), x5c: x5c?.map(\.der))
    }

    init(_ task: AttestationTask) throws {
        let attestation = try task.authority.certifiedKey(for: .packed, attesting: task.material)
        try self.init(attesting: task.material, with: attestation.signer, x5c: [attestation.certificate])
    }

    static func complete(_ certificate: inout CertificateBuilder, aaguid: AAGUID) throws(CryptoError) {
        certificate.extensions.append(.aaguid(aaguid))
    }
}
