import ToqueCBOR
import ToqueCOSE
import ToqueEncoding

/// The `tpm` statement (section 8.3): what a Trusted Platform Module certifies of the key that it made.
public struct TPMStatement: Sendable, Hashable {
    /// `2.0`; nothing else is read.
    public var version: String
    public var algorithm: COSEAlgorithm
    /// DER certificates, that of the attestation identity key first.
    public var x5c: [[UInt8]]
    /// Over certInfo. The specification calls it a TPMT_SIGNATURE, but its own test vector and real authenticators have
    /// what section 6.5.5 says of a signature by the algorithm, without that structure's head, and so it is here.
    public var signature: [UInt8]
    /// `TPMAttest`, encoded.
    public var certInfo: [UInt8]
    /// `TPMPublicArea` of the credential key, encoded.
    public var pubArea: [UInt8]

    public init(
        version: String, algorithm: COSEAlgorithm, x5c: [[UInt8]], signature: [UInt8], certInfo: [UInt8],
        pubArea: [UInt8]
    ) {
        self.version = version
        self.algorithm = algorithm
        self.x5c = x5c
        self.signature = signature
        self.certInfo = certInfo
        self.pubArea = pubArea
    }

    var encoded: CBOR {
        [
            "ver": .text(version), "alg": .int(algorithm.rawValue), "x5c": .array(x5c.map(CBOR.bytes)),
            "sig": .bytes(signature), "certInfo": .bytes(certInfo), "pubArea": .bytes(pubArea),
        ]
    }

    init(_ reader: StatementReader) throws(AttestationStatementError) {
        version = try reader.text("ver")
        guard version.isIdentical(to: "2.0") else { throw .malformed(.tpm, "ver must be 2.0") }
        algorithm = try reader.algorithm()
        x5c = try reader.certificates()
        signature = try reader.bytes("sig")
        certInfo = try reader.bytes("certInfo")
        pubArea = try reader.bytes("pubArea")
        try reader.expect(["ver", "alg", "x5c", "sig", "certInfo", "pubArea"])
    }
}
