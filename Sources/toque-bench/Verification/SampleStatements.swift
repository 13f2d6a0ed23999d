import Attestation
import TestVectors
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

/// Statements of all formats, all with ES256 keys.
struct SampleStatements {
    let keys: VerificationKeys
    let credential: VectorKey

    init(_ keys: VerificationKeys) throws {
        self.keys = keys
        credential = try keys.credential(.es256)
    }

    /// A registration of each format.
    func registrations() throws -> [SampleRegistration] {
        let zero = [UInt8](repeating: 0, count: 16)
        return [
            try SampleRegistration("none", credential) { _ in .none },
            try SampleRegistration("packed, self", credential) { .packed(try selfAttestation($0)) },
            try packed(serialNumber: [2]),
            try SampleRegistration("fido-u2f", credential, aaguid: zero) { .fidoU2F(try fidoU2F($0)) },
            try SampleRegistration("tpm", credential) { .tpm(try tpm($0)) },
            try SampleRegistration("android-key", credential) { .androidKey(try androidKey($0)) },
            try SampleRegistration("apple", credential) { .apple(try apple($0)) },
            try SampleRegistration("compound: tpm, packed", credential) {
                .compound(CompoundStatement(statements: [.tpm(try tpm($0)), .packed(try selfAttestation($0))]))
            },
            try SampleRegistration("android-safetynet", credential) { .androidSafetyNet(try safetyNet($0)) },
        ]
    }

    /// A packed statement with a certificate that has this number.
    func packed(serialNumber: [UInt8]) throws -> SampleRegistration {
        try SampleRegistration("packed, x5c", credential) { material in
            let certificate = try issue(certificate(keys.attestation, serialNumber))
            return .packed(try PackedStatement(attesting: material, with: keys.attestation, x5c: [certificate]))
        }
    }

    private func certificate(_ key: VectorKey, _ serialNumber: [UInt8] = [2]) throws -> CertificateBuilder {
        try keys.authority.leaf(
            subject: DistinguishedName(
                country: "BR", organization: "Bench", organizationalUnit: "Authenticator Attestation",
                commonName: "Bench key"), serialNumber: serialNumber, publicKey: key.publicKey)
    }

    private func issue(_ certificate: CertificateBuilder) throws -> Certificate {
        try keys.authority.issue(certificate)
    }

    private func selfAttestation(_ material: AttestedMaterial) throws -> PackedStatement {
        try PackedStatement(attesting: material, with: credential)
    }

    private func fidoU2F(_ material: AttestedMaterial) throws -> FIDOU2FStatement {
        try FIDOU2FStatement(
            attesting: material, with: keys.attestation, certificate: issue(certificate(keys.attestation)))
    }

    private func tpm(_ material: AttestedMaterial) throws -> TPMStatement {
        var certificate = try certificate(keys.attestation)
        certificate.subject = DistinguishedName([])
        let device = DistinguishedName(relativeNames: [
            [
                .init(.tpmManufacturer, "id:414D4400"), .init(.tpmModel, "Bench"),
                .init(.tpmVersion, "id:00010002"),
            ]
        ])
        certificate.extensions += [
            try .extendedKeyUsage([Certificate.attestationIdentityKeyPurpose]),
            try .subjectAlternativeNames(directories: [device], isCritical: true),
        ]
        // TPMA_OBJECT: the key can sign (TPM 2.0 Library Part 2 section 8.3).
        return try TPMStatement(
            attesting: material, with: keys.attestation, x5c: [issue(certificate)], objectAttributes: 1 << 18,
            clockInfo: .init(clock: 1, resetCount: 2, restartCount: 3, safe: 1))
    }

    private func androidKey(_ material: AttestedMaterial) throws -> AndroidKeyStatement {
        try AndroidKeyStatement(
            attesting: material, with: credential, by: keys.authority, certificate: certificate(credential),
            description: .inTrustedEnvironment)
    }

    private func apple(_ material: AttestedMaterial) throws -> AppleStatement {
        try AppleStatement(attesting: material, by: keys.authority, certificate: certificate(credential))
    }

    private func safetyNet(_ material: AttestedMaterial) throws -> AndroidSafetyNetStatement {
        var certificate = try certificate(keys.attestation)
        certificate.extensions.append(.safetyNetHost)
        return try AndroidSafetyNetStatement(
            attesting: material, with: keys.attestation, x5c: [issue(certificate)],
            device: .init(time: SampleRegistration.time))
    }
}
