import Attestation
import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

extension CredentialEngine {
    /// Random bytes of the ID of a discoverable credential; the specification asks for 100 bits of entropy (WebAuthn
    /// section 4, "credential ID").
    private static let credentialIDSize = 32

    /// Makes a key pair and keeps it: in storage where the credential is discoverable, else sealed into its ID.
    /// - Throws: `CredentialEngineError.full`; what storage and cryptography throw.
    func makeCredential(_ parameters: CredentialParameters) throws -> NewCredential {
        guard let keyType = parameters.algorithm.keyType else {
            throw COSEError.unsupportedAlgorithm(parameters.algorithm)
        }
        if parameters.isDiscoverable { try requireRoom(for: parameters) }
        let pair = try KeyPair.generate(keyType, random: random)
        let publicKey = try COSEKey(algorithm: parameters.algorithm, parameters: pair.publicKey)
        let traits = newTraits(
            protection: parameters.protection, isForThirdPartyPayment: parameters.isForThirdPartyPayment)
        let id: [UInt8]
        if parameters.isDiscoverable {
            id = random.bytes(Self.credentialIDSize)
            let source = PublicKeyCredentialSource(
                id: id, rpID: parameters.rp.text, user: parameters.user.truncated, publicKey: publicKey,
                isDiscoverable: true, isBackedUp: traits.isBackedUp, hasSignatureCounter: traits.hasSignatureCounter,
                protection: traits.protection, isForThirdPartyPayment: traits.isForThirdPartyPayment,
                largeBlobs: parameters.largeBlobs, createdAt: now())
            try storage.save(source, privateKey: pair.secret, credBlob: parameters.credBlob)
            noteChange()
        } else {
            id = try wrappingKeys().wrap(
                parameters.algorithm, traits, privateKey: pair.secret, rpIDHash: parameters.rp.hash)
        }
        return NewCredential(id: id, rp: parameters.rp, publicKey: publicKey, traits: traits, pair: pair)
    }

    /// What a credential of this profile is from now on.
    func newTraits(
        protection: CredentialProtectionPolicy = .userVerificationOptional, isForThirdPartyPayment: Bool = false
    ) -> CredentialTraits {
        CredentialTraits(
            protection: protection, isForThirdPartyPayment: isForThirdPartyPayment, isBackedUp: profile.isBackedUp,
            hasSignatureCounter: profile.hasSignatureCounter)
    }

    /// A full key still takes what replaces a credential.
    private func requireRoom(for parameters: CredentialParameters) throws {
        guard try storage.discoverableCount() >= capacity else { return }
        let isReplacing = try storage.credentials(rpID: parameters.rp.text)
            .contains { $0.isDiscoverable && $0.user.id == parameters.user.id }
        guard isReplacing else { throw CredentialEngineError.full(capacity: capacity) }
    }

    /// The attestation object of a new credential (WebAuthn section 6.3.2, steps 11 to 14).
    /// - Parameters:
    ///   - flags: what the gesture has shown, UP and UV.
    ///   - extensions: outputs; an empty map is left out.
    ///   - format: `none`, or one that the profile has.
    ///   - source: who attests in the place of the usual source.
    func attest(
        _ credential: borrowing NewCredential, flags: AuthenticatorData.Flags, extensions: CBORMap,
        format: AttestationFormat, clientDataHash: [UInt8], by source: AttestationSource? = nil
    ) throws -> AttestationObject {
        let authenticatorData = AuthenticatorData(
            rpIDHash: credential.rp.hash, flags: flags.union(credential.traits.backupFlags),
            // A global counter's value as it stands, else zero.
            signCount: credential.traits.hasSignatureCounter ? try storage.signCount() : 0,
            attestedCredentialData: AttestedCredentialData(
                aaguid: profile.aaguid, credentialID: credential.id,
                credentialPublicKey: credential.publicKey.encoded),
            extensions: extensions.isEmpty ? nil : extensions
        ).encoded
        let statement =
            format == .packed
            ? try packedStatement(
                credential, by: source ?? attestation, authenticatorData: authenticatorData,
                clientDataHash: clientDataHash)
            : .none
        return AttestationObject(
            format: statement.format, statement: statement.encoded, authenticatorData: authenticatorData)
    }

    private func packedStatement(
        _ credential: borrowing NewCredential, by source: AttestationSource, authenticatorData: [UInt8],
        clientDataHash: [UInt8]
    ) throws -> AttestationStatement {
        switch source {
        case .selfSigned:
            .packed(
                try PackedStatement.selfAttestation(
                    algorithm: credential.publicKey.algorithm,
                    key: try SigningKey(credential.pair, deterministic: random.isDeterministic),
                    authenticatorData: authenticatorData, clientDataHash: clientDataHash))
        case .certified(let identity):
            .packed(
                try PackedStatement.certified(
                    identity: identity, authenticatorData: authenticatorData, clientDataHash: clientDataHash))
        }
    }
}

extension CredentialTraits {
    /// BE and BS (WebAuthn section 6.1.3).
    var backupFlags: AuthenticatorData.Flags { isBackedUp ? [.backupEligible, .backupState] : [] }
}
