import Attestation
import RelyingParty
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

        /// The format whose certificate it has, of compound the TPM's; nil where it has none.
        var certificateFormat: AttestationFormat? {
            switch self {
            case .none, .packedSelf: nil
            case .packed, .fidoU2F, .tpm, .androidKey, .apple, .androidSafetyNet: AttestationFormat(rawValue: rawValue)
            case .compound: .tpm
            }
        }

        var hasCertificate: Bool { certificateFormat != nil }

        /// What the attestation is; a compound one is of several types.
        var types: [AttestationType] {
            switch self {
            case .none: [.none]
            case .packedSelf: [.self]
            case .packed, .fidoU2F, .androidKey, .androidSafetyNet: [.basic]
            case .tpm: [.attca]
            case .apple: [.anonca]
            case .compound: [.attca, .self]
            }
        }

        /// What faults change of it.
        var traits: Traits {
            switch self {
            case .none: []
            case .packedSelf: .signature
            case .packed: [.signature, .certificates, .takesRoot]
            case .fidoU2F: [.signature, .certificates, .readsCredentialKey]
            case .tpm: [.signature, .certificates, .takesRoot, .nonce, .readsCredentialKey]
            case .androidKey: [.signature, .certificates, .nonce, .certifiesCredentialKey]
            case .apple: [.certificates, .takesRoot, .nonce, .certifiesCredentialKey]
            case .androidSafetyNet: .nonce
            case .compound: [.nonce, .readsCredentialKey]
            }
        }

        func has(_ trait: Traits) -> Bool { traits.contains(trait) }
    }

    struct Traits: OptionSet {
        let rawValue: Int
        /// `sig` is a member of the statement.
        static let signature = Traits(rawValue: 1 << 0)
        /// `x5c` is a member of the statement.
        static let certificates = Traits(rawValue: 1 << 1)
        /// `x5c` may be longer, and does not have the root yet.
        static let takesRoot = Traits(rawValue: 1 << 2)
        /// Something but a signature holds the hash of the client data.
        static let nonce = Traits(rawValue: 1 << 3)
        /// The certificate is the credential key's own.
        static let certifiesCredentialKey = Traits(rawValue: 1 << 4)
        /// The statement can be made for keys alone that can be read.
        static let readsCredentialKey = Traits(rawValue: 1 << 5)
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

extension PixAttestation {
    /// An attestation as its format wants it.
    init(
        _ kind: Kind, of credentialKey: VectorKey, aaguid: AAGUID, authorities: PixAuthorities,
        _ values: inout DerivedValues
    ) throws {
        let key: VectorKey =
            if kind == .androidSafetyNet {
                // The certificate of a host, which SafetyNet's was, has an RSA key.
                try .first(of: "attestation", .rsa(bits: 2048), .rs256, &values)
            } else if kind.hasCertificate, !kind.has(.certifiesCredentialKey) {
                try .first(of: "attestation", .ec(.p256), .es256, &values)
            } else {
                credentialKey
            }
        self.init(
            kind: kind, credentialKey: credentialKey, key: key, certificate: nil, authority: authorities.root,
            authorities: authorities)
        guard let format = kind.certificateFormat else { return }
        var certificate = try authorities.root.leaf(
            subject: PixSetting.name("Biometric Pix test vectors"),
            serialNumber: values.next("attestation_certificate_serial_number", count: 16), publicKey: key.publicKey)
        if kind == .androidSafetyNet { certificate.subject = PixSetting.name(CertificateBuilder.safetyNetHost) }
        self.certificate = try certificate.attesting(format, aaguid: aaguid)
    }
}
