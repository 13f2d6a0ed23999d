import Attestation
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// How a registration is attested.
struct PixAttestation: Sendable {
    enum Kind: String, Sendable, CaseIterable {
        case none
        case packedSelf = "packed-self"
        case packed
        case fidoU2F = "fido-u2f"
        case tpm
        case androidKey = "android-key"
        case apple
        case androidSafetyNet = "android-safetynet"
        /// Of a TPM's statement and self attestation.
        case compound

        var hasCertificate: Bool { self != .none && self != .packedSelf }
        /// Whether the certificate is the credential key's own.
        var certifiesCredentialKey: Bool { self == .androidKey || self == .apple }
        /// Whether the statement can be made for keys alone that can be read.
        var readsCredentialKey: Bool { self == .fidoU2F || self == .tpm || self == .compound }
    }

    var kind: Kind
    let credentialKey: VectorKey
    /// What signs; the credential's own in self attestation.
    var key: VectorKey
    /// The attestation certificate as far as the maker of the statement does not complete it; nil where there is none.
    var certificate: CertificateBuilder?
    /// Who issues it.
    var authority: VectorAuthority
    let authorities: PixAuthorities
    /// What nonces and challenges are made from: the truth, unless a fault says otherwise.
    var attested: @Sendable (inout AttestedMaterial) -> Void = { _ in }
    /// What an Android keystore says of the key.
    var description = AndroidKeyDescription.inTrustedEnvironment
    /// What SafetyNet says of the device.
    var device = AndroidSafetyNetStatement.Device(time: PixSetting.time)

    func statement(for material: AttestedMaterial) throws -> AttestationStatement {
        var claimed = material
        attested(&claimed)
        switch kind {
        case .none: return .none
        case .packedSelf: return .packed(try packedSelf(material))
        case .packed:
            return .packed(try PackedStatement(attesting: material, with: key, x5c: [try issued()]))
        case .fidoU2F:
            return .fidoU2F(try FIDOU2FStatement(attesting: material, with: key, certificate: try issued()))
        case .tpm: return .tpm(try tpm(claimed))
        case .androidKey:
            var statement = try AndroidKeyStatement(
                attesting: claimed, with: key, by: authority, certificate: try unsigned(), description: description)
            statement.signature = try key.sign(material.message)
            // An Android keystore gives the whole chain.
            statement.x5c.append(authority.certificate.der)
            return .androidKey(statement)
        case .apple:
            return .apple(try AppleStatement(attesting: claimed, by: authority, certificate: try unsigned()))
        case .androidSafetyNet:
            return .androidSafetyNet(
                try AndroidSafetyNetStatement(attesting: claimed, with: key, x5c: [try issued()], device: device))
        case .compound:
            return .compound(
                CompoundStatement(statements: [.tpm(try tpm(claimed)), .packed(try packedSelf(material))]))
        }
    }

    private func packedSelf(_ material: AttestedMaterial) throws -> PackedStatement {
        try PackedStatement(attesting: material, with: credentialKey)
    }

    private func tpm(_ material: AttestedMaterial) throws -> TPMStatement {
        try TPMStatement(
            attesting: material, with: key, x5c: [try issued()], objectAttributes: TPMStatement.sign,
            clockInfo: .init(clock: 1, resetCount: 2, restartCount: 3, safe: 1))
    }

    private func issued() throws -> Certificate { try authority.issue(try unsigned()) }

    private func unsigned() throws -> CertificateBuilder {
        guard let certificate else { throw CryptoError.unsupported("\(kind.rawValue) without a certificate") }
        return certificate
    }
}
