import Attestation
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

extension CredentialEngine {
    /// The attestation format of a new credential: the first possible one of the preferred formats, which may be
    /// `none`, otherwise this authenticator's choice.
    /// - Parameter formats: the face's formats in order of preference.
    func attestationFormat(
        wanted: some Sequence<AttestationFormat>, of formats: [AttestationFormat], for algorithm: COSEAlgorithm
    ) -> AttestationFormat {
        let possible = formats.filter { $0.attests(algorithm) }
        return wanted.first { $0 == .none || possible.contains($0) } ?? possible.first ?? .none
    }

    /// The end of authenticatorMakeCredential, after the person's approval: makes the credential, evaluates the
    /// extensions and attests (WebAuthn section 6.3.2, steps 7 to 14; CTAP 2.3 section 6.1.2, steps 15 to 19). The
    /// credential is stored before any of it is revealed.
    /// - Parameters:
    ///   - flags: UP and UV, as the gesture proved them.
    ///   - format: from `attestationFormat`.
    ///   - source: replaces the usual attestation source.
    func register(
        _ parameters: CredentialParameters, flags: AuthenticatorData.Flags, format: AttestationFormat,
        by source: AttestationSource? = nil, clientDataHash: [UInt8]
    ) throws -> AttestedCredential {
        let credential = try makeCredential(parameters)
        let extensions = try extensionOutputs(parameters, credential, userVerified: flags.contains(.userVerified))
        let authenticatorData = AuthenticatorData(
            rpIDHash: credential.rp.hash, flags: flags.union(credential.traits.backup.flags),
            signCount: try firstSignCount(of: credential.id, credential.traits),
            attestedCredentialData: AttestedCredentialData(
                // U2F has no AAGUID (CTAP 2.3, "Interoperating with CTAP1/U2F authenticators").
                aaguid: format == .fidoU2F ? .zero : profile.aaguid, credentialID: credential.id,
                credentialPublicKey: credential.publicKey.encoded),
            extensions: extensions.signed)
        let statement = try statement(
            format, for: credential,
            material: AttestedMaterial(authenticatorData: authenticatorData, clientDataHash: clientDataHash),
            by: source ?? attestation)
        return AttestedCredential(
            id: credential.id,
            attestationObject: AttestationObject(
                format: statement.format, statement: statement.encoded, authenticatorData: authenticatorData.encoded),
            extensions: extensions, largeBlobs: credential.largeBlobs)
    }

    private func extensionOutputs(
        _ parameters: CredentialParameters, _ credential: borrowing NewCredential, userVerified: Bool
    ) throws -> ExtensionOutputs {
        var outputs = ExtensionOutputs()
        outputs.credProtect = parameters.protection
        outputs.isCredBlobKept = parameters.keepsCredBlob
        if parameters.wantsHMACSecret { outputs.hasHMACSecret = true }
        (outputs.hmacSecretMC, outputs.prf) = try evaluate(
            parameters.hmacSecret, of: credential.id, userVerified: userVerified)
        if parameters.wantsMinPINLength || parameters.wantsPINComplexityPolicy {
            let settings = try storage.settings()
            if settings.tellsPINPolicy(to: parameters.rp.text) {
                if parameters.wantsMinPINLength { outputs.minPINLength = settings.minPINLength }
                if parameters.wantsPINComplexityPolicy { outputs.pinComplexityPolicy = settings.pinComplexityPolicy }
            }
        }
        if parameters.wantsLargeBlob, profile.largeBlobs == .credential {
            outputs.largeBlob = .supported(credential.largeBlobs != nil)
        }
        return outputs
    }

    private func statement(
        _ format: AttestationFormat, for credential: borrowing NewCredential, material: AttestedMaterial,
        by source: AttestationSource
    ) throws -> AttestationStatement {
        guard format != .none else { return .none }
        func credentialKey() throws(CryptoError) -> AttestationKey {
            try AttestationKey(
                credential.pair, algorithm: credential.publicKey.algorithm, deterministic: random.isDeterministic)
        }
        switch source {
        case .selfSigned: return .packed(try PackedStatement(attesting: material, with: credentialKey()))
        case .certified(let identity):
            return .packed(
                try PackedStatement(attesting: material, with: identity, x5c: identity.certificates))
        case .authority(let authority):
            return try authority.statement(format, attesting: material, of: credentialKey(), now: now())
        }
    }
}
