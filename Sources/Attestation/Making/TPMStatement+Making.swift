import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

extension TPMStatement {
    /// The attribute `sign` of TPMA_OBJECT: the key may sign (TPM 2.0 Library Part 2 section 8.3).
    public static let sign: UInt32 = 1 << 18

    /// The signing procedure of section 8.3: the attestation identity key certifies the credential key.
    /// - Parameters:
    ///   - material: what is attested.
    ///   - key: the attestation identity key.
    ///   - x5c: its certificate first.
    ///   - objectAttributes: TPMA_OBJECT of the credential key.
    ///   - clockInfo: what the TPM says of its clock, which no relying party judges.
    /// - Throws: `CryptoError.unsupported` where no TPM has such a key, `AuthenticatorDataError` where there is no
    ///   credential.
    public init(
        attesting material: AttestedMaterial, with key: some StatementSigner, x5c: [Certificate],
        objectAttributes: UInt32,
        clockInfo: TPMAttest.ClockInfo
    ) throws {
        guard let attested = material.authenticatorData.attestedCredentialData else {
            throw AuthenticatorDataError("holds no credential")
        }
        // A relying party's policy decides whether RS1 counts (section 8.3).
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
}

extension CertificateExtension {
    /// Subject Alternative Name with the TPM's manufacturer, model and version as one relative name (TCG EK Credential
    /// Profile section 3.2.9), critical, as the subject is empty.
    public static func tpmDevice(manufacturer: String, model: String, version: String) throws(CryptoError) -> Self {
        try .subjectAlternativeNames(
            directories: [
                DistinguishedName(relativeNames: [
                    [.init(.tpmManufacturer, manufacturer), .init(.tpmModel, model), .init(.tpmVersion, version)]
                ])
            ], isCritical: true)
    }
}
