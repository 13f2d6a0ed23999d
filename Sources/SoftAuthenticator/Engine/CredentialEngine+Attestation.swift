import Attestation
import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

extension CredentialEngine {
    /// The format that a new credential is attested in: the first of the wanted ones that it can be, `none` among them,
    /// else this authenticator's own choice.
    /// - Parameter formats: those that the face has, most wanted first.
    func attestationFormat(
        wanted: some Sequence<AttestationFormat>, of formats: [AttestationFormat], for algorithm: COSEAlgorithm
    ) -> AttestationFormat {
        let possible = formats.filter { $0.attests(algorithm) }
        return wanted.first { $0 == .none || possible.contains($0) } ?? possible.first ?? .none
    }

    /// The attestation object of a new credential (WebAuthn section 6.3.2, steps 11 to 14).
    /// - Parameters:
    ///   - flags: what the gesture has shown, UP and UV.
    ///   - extensions: outputs; an empty map is left out.
    ///   - format: from `attestationFormat`.
    ///   - source: who attests in the place of the usual source.
    func attest(
        _ credential: borrowing NewCredential, flags: AuthenticatorData.Flags, extensions: CBORMap,
        format: AttestationFormat, clientDataHash: [UInt8], by source: AttestationSource? = nil
    ) throws -> AttestationObject {
        let authenticatorData = AuthenticatorData(
            rpIDHash: credential.rp.hash, flags: flags.union(credential.traits.backup.flags),
            signCount: try firstSignCount(of: credential.id, credential.traits),
            attestedCredentialData: AttestedCredentialData(
                // U2F has no AAGUID (CTAP 2.1 section 7.1.4).
                aaguid: format == .fidoU2F ? .zero : profile.aaguid, credentialID: credential.id,
                credentialPublicKey: credential.publicKey.encoded),
            extensions: extensions.isEmpty ? nil : extensions)
        let statement = try statement(
            format, for: credential,
            material: AttestedMaterial(authenticatorData: authenticatorData, clientDataHash: clientDataHash),
            by: source ?? attestation)
        return AttestationObject(
            format: statement.format, statement: statement.encoded, authenticatorData: authenticatorData.encoded)
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
