import Attestation
import ToqueCrypto
import ToqueWebAuthn

/// The attestation of a case of WebAuthn Level 3, section "Test Vectors". All attestation keys are for ES256.
struct W3CAttestation {
    let material: AttestedMaterial
    let credentialKey: VectorKey
    let authority: VectorAuthority
    /// Set if the attestation key is not the credential's.
    private(set) var attestationKey: VectorKey?

    init(material: AttestedMaterial, credentialKey: VectorKey, authority: VectorAuthority) {
        self.material = material
        self.credentialKey = credentialKey
        self.authority = authority
    }

    /// Creates the attestation object.
    mutating func object(
        _ attestation: W3CCase.Attestation, _ values: inout DerivedValues
    ) throws -> AttestationObject {
        let statement = try statement(attestation, &values)
        return AttestationObject(
            format: statement.format, statement: statement.encoded,
            authenticatorData: material.authenticatorData.encoded)
    }

    private mutating func statement(
        _ attestation: W3CCase.Attestation, _ values: inout DerivedValues
    ) throws -> AttestationStatement {
        switch attestation {
        case .none: return .none
        case .packedSelf: return .packed(try PackedStatement(attesting: material, with: credentialKey))
        case .packed:
            let (key, certificate) = try certifiedKey(&values)
            return .packed(try PackedStatement(attesting: material, with: key, x5c: [certificate]))
        case .fidoU2F:
            let (key, certificate) = try certifiedKey(&values)
            return .fidoU2F(try FIDOU2FStatement(attesting: material, with: key, certificate: certificate))
        case .tpm:
            let (key, certificate) = try certifiedKey(
                &values, subject: DistinguishedName([]),
                extensions: [
                    try .extendedKeyUsage([Certificate.attestationIdentityKeyPurpose]),
                    try .tpmDevice(manufacturer: "id:00000000", model: "WebAuthn test vectors", version: "id:00000000"),
                ])
            return .tpm(
                try TPMStatement(
                    attesting: material, with: key, x5c: [certificate], objectAttributes: TPMStatement.sign,
                    clockInfo: .init(clock: 0, resetCount: 0x1111_1111, restartCount: 0x2222_2222, safe: 0x33)))
        case .androidKey:
            // The section leaves both authorization lists empty, which section 8.4 forbids.
            let description = AndroidKeyDescription(
                attestationVersion: 300, attestationSecurityLevel: .software, keyMintVersion: 0,
                keyMintSecurityLevel: .software, attestationChallenge: [])
            return .androidKey(
                try AndroidKeyStatement(
                    attesting: material, with: credentialKey, by: authority,
                    certificate: certificate(of: credentialKey, &values),
                    description: description))
        case .apple:
            return .apple(
                try AppleStatement(
                    attesting: material, by: authority, certificate: certificate(of: credentialKey, &values)))
        }
    }

    /// Creates an attestation key and its certificate.
    private mutating func certifiedKey(
        _ values: inout DerivedValues, subject: DistinguishedName = W3CSection.attestationSubject,
        extensions: [CertificateExtension] = []
    ) throws -> (VectorKey, Certificate) {
        let key = try VectorKey(
            type: .ec(.p256), secret: values.next("attestation_private_key", count: 32), algorithm: .es256)
        attestationKey = key
        var certificate = try certificate(of: key, &values)
        certificate.subject = subject
        certificate.extensions += extensions
        return (key, try authority.issue(certificate))
    }

    private func certificate(of key: VectorKey, _ values: inout DerivedValues) throws -> CertificateBuilder {
        try authority.leaf(
            subject: W3CSection.attestationSubject,
            serialNumber: values.next("attestation_cert_serial_number", count: 16), publicKey: key.publicKey)
    }
}
