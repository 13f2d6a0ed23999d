import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The `fido-u2f` statement (section 8.6): a signature of a U2F key over its registration data.
public struct FIDOU2FStatement: FormatStatement {
    public var signature: [UInt8]
    /// DER certificates: exactly one.
    public var x5c: [[UInt8]]

    public init(signature: [UInt8], x5c: [[UInt8]]) {
        self.signature = signature
        self.x5c = x5c
    }

    /// publicKeyU2F of section 8.6: an uncompressed point of P-256, 65 bytes.
    /// - Returns: nil for a key on another curve: U2F has no others.
    public static func publicKeyU2F(_ key: PublicKeyParameters) -> [UInt8]? {
        guard case .ec(.p256, let x, let y) = key else { return nil }
        return [0x04] + x + y
    }

    /// verificationData of section 8.6: the bytes that the attestation key signs (FIDO U2F Raw Message Formats, section
    /// 4.3).
    public static func verificationData(
        rpIDHash: [UInt8], clientDataHash: [UInt8], credentialID: [UInt8], publicKeyU2F: [UInt8]
    ) -> [UInt8] {
        [0x00] + rpIDHash + clientDataHash + credentialID + publicKeyU2F
    }

    static let format = AttestationFormat.fidoU2F
    var statement: AttestationStatement { .fidoU2F(self) }
    var summary: String { "attestation of a U2F key" }

    var encoded: CBOR {
        ["sig": .bytes(signature), "x5c": .array(x5c.map(CBOR.bytes))]
    }

    init(_ object: AttestationObject) throws(AttestationStatementError) {
        let reader = try StatementReader(object)
        signature = try reader.bytes("sig")
        x5c = try reader.certificates()
        try reader.expect(["sig", "x5c"])
        guard x5c.count == 1 else { throw .malformed(.fidoU2F, "x5c has \(x5c.count) certificates, expected one") }
    }

    /// The signing procedure of section 8.6: the attestation key signs the data of a U2F registration.
    /// - Throws: `COSEError` if the credential is not on P-256, `AuthenticatorDataError` if there is none.
    public init(attesting material: AttestedMaterial, with key: some StatementSigner, certificate: Certificate) throws {
        let attested = try material.credential()
        guard let point = Self.publicKeyU2F(try COSEKey(decoding: attested.credentialPublicKey).parameters) else {
            throw COSEError.invalidKey("a U2F key's credential is on P-256")
        }
        let message = Self.verificationData(
            rpIDHash: material.authenticatorData.rpIDHash, clientDataHash: material.clientDataHash,
            credentialID: attested.credentialID, publicKeyU2F: point)
        try self.init(verificationData: message, with: key, certificate: certificate)
    }

    /// Signs the data of a U2F registration.
    /// - Parameter verificationData: the result of the function with this name.
    public init(
        verificationData: [UInt8], with key: some StatementSigner, certificate: Certificate
    ) throws(CryptoError) {
        self.init(signature: try key.sign(verificationData), x5c: [certificate.der])
    }

    init(_ task: AttestationTask) throws {
        let attestation = try task.authority.certifiedKey(for: .fidoU2F, attesting: task.material)
        try self.init(attesting: task.material, with: attestation.signer, certificate: attestation.certificate)
    }

    /// U2F has only ES256 (section 8.6).
    static func attests(_ algorithm: COSEAlgorithm) -> Bool { algorithm == .es256 }

    /// Signs with the credential's own key. U2F requires a certificate for attestation (FIDO U2F Raw Message Formats,
    /// section 4.3), so the key issues one to itself.
    /// - Parameters:
    ///   - pair: the credential's key pair, on P-256.
    ///   - random: the source of the certificate's number. With a deterministic one, signatures follow RFC 6979.
    ///   - now: the certificate's issue time.
    public static func selfAttestation(
        key pair: borrowing KeyPair, verificationData: [UInt8], random: some RandomSource, now: Timestamp
    ) throws(CryptoError) -> FIDOU2FStatement {
        let key = try AttestationKey(pair, algorithm: .es256, deterministic: random.isDeterministic)
        let name = DistinguishedName(
            country: AttestationAuthority.country, organization: AttestationAuthority.organization,
            organizationalUnit: Certificate.attestationUnit, commonName: "Toque U2F Credential")
        let certificate = try CertificateBuilder(
            subject: name, issuer: name, serialNumber: AttestationAuthority.serialNumber(random),
            notBefore: AttestationAuthority.notBefore(now.microseconds / 1_000_000),
            notAfter: CertificateBuilder.noExpiration, publicKey: pair.publicKey,
            extensions: [.basicConstraints(isAuthority: false)]
        ).signed(by: key.signingKey)
        return try FIDOU2FStatement(verificationData: verificationData, with: key, certificate: certificate)
    }
}
