import Attestation
import ToqueCrypto
import ToqueEncoding

/// An authenticator's stored secrets besides private keys.
public enum StoredSecret: String, Sendable, Hashable, CaseIterable {
    /// Seals non-discoverable credentials into their IDs, and is the source of hmac-secret seeds. 32 bytes.
    case credentialWrapping = "credential wrapping"
    /// The persistent pinUvAuthToken (permission `pcmr`). 32 bytes.
    case persistentToken = "persistent token"
    /// The device identifier inside `encIdentifier`. 16 bytes.
    case deviceIdentifier = "device identifier"
    /// The state identifier inside `encCredStoreState` (CTAP 2.3): renewed after each change of the discoverable
    /// credentials. 16 bytes.
    case credentialStoreState = "credential store state"
    /// The source of the attestation keys and certificates (`AttestationAuthority`).
    case attestation

    /// True if authenticatorReset keeps it: an attestation belongs to the device, not to its user.
    public var survivesReset: Bool { self == .attestation }
}

extension CredentialStorage {
    /// The persistent pinUvAuthToken (CTAP 2.3 section 6.5.2), made if it does not exist.
    func makePersistentToken(random: any RandomSource) throws(CredentialStorageError) -> SecretBytes {
        try secret(.persistentToken) { random.secret(PINUVAuthState.tokenSize) }
    }

    /// The persistent pinUvAuthToken; nil if none was issued since the PIN was changed.
    func persistentToken(random: any RandomSource) throws(CredentialStorageError) -> SecretBytes? {
        guard try has(.persistentToken) else { return nil }
        // If it was deleted in the meantime, nobody has this one.
        return try makePersistentToken(random: random)
    }
}

extension CredentialStorage {
    /// The attestation CA of this storage's device, made on first use. It survives a reset.
    /// - Parameters:
    ///   - random: a deterministic source gives the same certificates.
    ///   - now: the start of its certificates' validity, if it is made now.
    /// - Throws: `corrupt` if the stored secret does not form an authority, and the errors of `secret`.
    public func attestationAuthority(
        random: some RandomSource, now: Timestamp
    ) throws(CredentialStorageError) -> AttestationAuthority {
        let secret = try secret(.attestation) { AttestationAuthority.makeSecret(random: random, now: now) }
        do throws(AttestationIdentityError) {
            return try AttestationAuthority(secret: secret)
        } catch {
            throw CredentialStorageError(.corrupt, "\(error)")
        }
    }
}
