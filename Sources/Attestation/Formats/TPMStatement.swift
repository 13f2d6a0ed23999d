import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The `tpm` statement (section 8.3): a Trusted Platform Module's certification of a key that it made.
public struct TPMStatement: FormatStatement {
    /// Always `2.0`.
    public var version: String
    public var algorithm: COSEAlgorithm
    /// DER certificates, the attestation identity key's first.
    public var x5c: [[UInt8]]
    /// The signature over certInfo. The specification calls it a TPMT_SIGNATURE, but its own test vector and real
    /// authenticators use the algorithm's form of section 6.5.5, without that structure's head. So does this library.
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

    static let format = AttestationFormat.tpm
    var statement: AttestationStatement { .tpm(self) }
    var summary: String { "attestation by a TPM" }

    var encoded: CBOR {
        [
            "ver": .text(version), "alg": .int(algorithm.rawValue), "x5c": .array(x5c.map(CBOR.bytes)),
            "sig": .bytes(signature), "certInfo": .bytes(certInfo), "pubArea": .bytes(pubArea),
        ]
    }

    init(_ object: AttestationObject) throws(AttestationStatementError) {
        let reader = try StatementReader(object)
        version = try reader.text("ver")
        guard version.isIdentical(to: "2.0") else { throw .malformed(.tpm, "ver must be 2.0") }
        algorithm = try reader.algorithm()
        x5c = try reader.certificates()
        signature = try reader.bytes("sig")
        certInfo = try reader.bytes("certInfo")
        pubArea = try reader.bytes("pubArea")
        try reader.expect(["ver", "alg", "x5c", "sig", "certInfo", "pubArea"])
    }

    /// The attribute `sign` of TPMA_OBJECT: the key may sign (TPM 2.0 Library Part 2 section 8.3).
    public static let sign: UInt32 = 1 << 18

    /// The signing procedure of section 8.3: the attestation identity key certifies the credential key.
    /// - Parameters:
    ///   - material: the data to attest.
    ///   - key: the attestation identity key.
    ///   - x5c: its certificate first.
    ///   - objectAttributes: TPMA_OBJECT of the credential key.
    ///   - clockInfo: the TPM's clock data, which relying parties ignore.
    /// - Throws: `CryptoError.unsupported` if no TPM has such a key, `AuthenticatorDataError` if there is no
    ///   credential.
    public init(
        attesting material: AttestedMaterial, with key: some StatementSigner, x5c: [Certificate],
        objectAttributes: UInt32,
        clockInfo: TPMAttest.ClockInfo
    ) throws {
        let attested = try material.credential()
        // The relying party's policy decides whether it accepts RS1 (section 8.3).
        let credentialKey = try COSEKey(decoding: attested.credentialPublicKey, allowRS1: true)
        guard let area = TPMPublicArea(credentialKey.parameters, objectAttributes: objectAttributes),
            let name = area.name, let digest = TPMScheme(key.algorithm)?.hash.digest
        else { throw CryptoError.unsupported("\(credentialKey.algorithm) attested with \(key.algorithm) by a TPM") }
        let certInfo = TPMAttest(
            qualifiedSigner: [], extraData: Digest.hash(digest, material.message), clockInfo: clockInfo,
            firmwareVersion: 0, name: name, qualifiedName: []
        ).encoded
        self.init(
            version: "2.0", algorithm: key.algorithm, x5c: x5c.map(\.der), signature: try key.sign(certInfo),
            certInfo: certInfo, pubArea: area.encoded)
    }

    init(_ task: AttestationTask) throws {
        let attestation = try task.authority.certifiedKey(for: .tpm, attesting: task.material)
        try self.init(
            attesting: task.material, with: attestation.signer, x5c: [attestation.certificate],
            objectAttributes: Self.sign, clockInfo: .init(clock: 1, resetCount: 2, restartCount: 3, safe: 1))
    }

    /// A TPM has neither Edwards curves nor secp256k1 (TCG Algorithm Registry section 6.4).
    static func attests(_ algorithm: COSEAlgorithm) -> Bool {
        TPMScheme(algorithm) != nil && algorithm.curve.map { TPMCurve($0) != nil } != false
    }

    /// Section 8.3.1: the subject is empty, and the alternative name names the device.
    static func complete(_ certificate: inout CertificateBuilder, aaguid: AAGUID) throws(CryptoError) {
        certificate.subject = DistinguishedName([])
        certificate.extensions += [
            try .extendedKeyUsage([Certificate.attestationIdentityKeyPurpose]), .aaguid(aaguid),
            try .tpmDevice(manufacturer: TPMVendor.infineon.attribute, model: "Example", version: "id:00010002"),
        ]
    }
}

extension CertificateExtension {
    /// Subject Alternative Name with the TPM's manufacturer, model and version as one relative name (TCG EK Credential
    /// Profile section 3.2.9). It is critical because the subject is empty.
    public static func tpmDevice(manufacturer: String, model: String, version: String) throws(CryptoError) -> Self {
        try .subjectAlternativeNames(
            directories: [
                DistinguishedName(relativeNames: [
                    [.init(.tpmManufacturer, manufacturer), .init(.tpmModel, model), .init(.tpmVersion, version)]
                ])
            ], isCritical: true)
    }
}
