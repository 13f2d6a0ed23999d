import Attestation
import RelyingParty
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The attestation of a registration.
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
        /// A TPM's statement, and self attestation.
        case compound

        /// The format of its certificate, for compound the TPM's; nil if it has none.
        var certificateFormat: AttestationFormat? {
            switch self {
            case .none, .packedSelf: nil
            case .packed, .fidoU2F, .tpm, .androidKey, .apple, .androidSafetyNet: AttestationFormat(rawValue: rawValue)
            case .compound: .tpm
            }
        }

        var hasCertificate: Bool { certificateFormat != nil }

        /// The type of the attestation; a compound one has several.
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

        /// The parts that faults can change.
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
        /// `x5c` can be longer and does not contain the root yet.
        static let takesRoot = Traits(rawValue: 1 << 2)
        /// A part other than a signature contains the hash of the client data.
        static let nonce = Traits(rawValue: 1 << 3)
        /// The certificate is the credential key's own.
        static let certifiesCredentialKey = Traits(rawValue: 1 << 4)
        /// The statement requires a readable credential key.
        static let readsCredentialKey = Traits(rawValue: 1 << 5)
    }

    var kind: Kind
    let credentialKey: VectorKey
    /// The signing key; the credential's own in self attestation.
    var key: VectorKey
    /// The attestation certificate, before the format's own fields are added; nil if there is none.
    var certificate: CertificateBuilder?
    /// The issuer.
    var authority: VectorAuthority
    let authorities: PixAuthorities
    /// Changes the input of nonces and challenges; the default changes nothing.
    var attested: @Sendable (inout AttestedMaterial) -> Void = { _ in }
    /// An Android keystore's description of the key.
    var description = AndroidKeyDescription.inTrustedEnvironment
    /// SafetyNet's description of the device.
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
            // An Android keystore returns the whole chain.
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
    /// Creates the attestation for its format.
    init(
        _ kind: Kind, of credentialKey: VectorKey, aaguid: AAGUID, authorities: PixAuthorities,
        _ values: inout DerivedValues
    ) throws {
        let key: VectorKey =
            if kind == .androidSafetyNet {
                // A host's certificate, like SafetyNet's, has an RSA key.
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
