import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

extension CredentialEngine {
    /// The random bytes in the ID of a discoverable credential; the specification requires 100 bits of entropy
    /// (WebAuthn section 4, "credential ID").
    private static let credentialIDSize = 32

    /// Makes a key pair and stores it: in storage if the credential is discoverable, otherwise sealed into its ID.
    /// - Throws: `CredentialEngineError.full`, and the errors of storage and cryptography.
    func makeCredential(_ parameters: CredentialParameters) throws -> NewCredential {
        guard let keyType = parameters.algorithm.keyType else {
            throw COSEError.unsupportedAlgorithm(parameters.algorithm)
        }
        if parameters.isDiscoverable { try requireRoom(for: parameters) }
        let pair = if let newKey { try newKey(keyType) } else { try KeyPair.generate(keyType, random: random) }
        // The relying party decides whether it accepts RS1.
        let publicKey = try COSEKey(algorithm: parameters.algorithm, parameters: pair.publicKey, allowRS1: true)
        let traits = newTraits(
            protection: parameters.protection ?? .userVerificationOptional,
            isForThirdPartyPayment: parameters.isForThirdPartyPayment)
        let largeBlobs = parameters.wantsLargeBlob && parameters.isDiscoverable ? profile.largeBlobs : nil
        let id: [UInt8]
        if parameters.isDiscoverable {
            id = random.bytes(Self.credentialIDSize)
            // Before the credential, which must never be without it.
            try startCounter(of: id, traits)
            let source = PublicKeyCredentialSource(
                id: id, rpID: parameters.rp.text, user: parameters.user.truncated, publicKey: publicKey,
                isDiscoverable: true, backup: traits.backup, counter: traits.counter, protection: traits.protection,
                isForThirdPartyPayment: traits.isForThirdPartyPayment, largeBlobs: largeBlobs, createdAt: now())
            let credBlob = parameters.keepsCredBlob == true ? parameters.credBlob : nil
            try storage.save(source, privateKey: pair.secret, credBlob: credBlob ?? [])
            noteChange()
        } else {
            id = try seal(pair, parameters.algorithm, traits, rpIDHash: parameters.rp.hash)
        }
        return NewCredential(
            id: id, rp: parameters.rp, publicKey: publicKey, traits: traits, largeBlobs: largeBlobs, pair: pair)
    }

    /// Makes a non-discoverable credential, which exists only in its ID.
    /// - Returns: the ID.
    func seal(
        _ pair: borrowing KeyPair, _ algorithm: COSEAlgorithm, _ traits: CredentialTraits, rpIDHash: [UInt8]
    ) throws -> [UInt8] {
        let id = try wrappingKeys().wrap(algorithm, traits, privateKey: pair.secret, rpIDHash: rpIDHash)
        try startCounter(of: id, traits)
        return id
    }

    /// The traits of a new credential of this profile.
    func newTraits(
        protection: CredentialProtectionPolicy = .userVerificationOptional, isForThirdPartyPayment: Bool = false
    ) -> CredentialTraits {
        CredentialTraits(
            protection: protection, isForThirdPartyPayment: isForThirdPartyPayment,
            backup: profile.overrides.backup ?? (profile.isBackedUp ? .backedUp : .deviceBound),
            counter: profile.overrides.counter?.kind ?? (profile.hasSignatureCounter ? .shared : .none))
    }

    /// A full key still accepts a credential that replaces another.
    private func requireRoom(for parameters: CredentialParameters) throws {
        guard try storage.discoverableCount() >= capacity else { return }
        let isReplacing = try storage.credentials(rpID: parameters.rp.text)
            .contains { $0.isDiscoverable && $0.user.id == parameters.user.id }
        guard isReplacing else { throw CredentialEngineError.full(capacity: capacity) }
    }
}
