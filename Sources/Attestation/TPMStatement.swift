import ToqueCBOR
import ToqueCOSE

/// The `tpm` statement (section 8.3): what a Trusted Platform Module certifies of the key that it made.
public struct TPMStatement: Sendable, Hashable {
    /// `2.0`.
    public var version: String
    public var algorithm: COSEAlgorithm
    /// DER certificates, that of the attestation identity key first.
    public var x5c: [[UInt8]]
    /// TPMT_SIGNATURE over certInfo.
    public var signature: [UInt8]
    /// TPMS_ATTEST.
    public var certInfo: [UInt8]
    /// TPMT_PUBLIC of the credential key.
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
        algorithm = try reader.algorithm()
        x5c = try reader.certificates()
        signature = try reader.bytes("sig")
        certInfo = try reader.bytes("certInfo")
        pubArea = try reader.bytes("pubArea")
        try reader.expect(["ver", "alg", "x5c", "sig", "certInfo", "pubArea"])
    }
}
