import Attestation
import ToqueCrypto
import ToqueEncoding

/// The secrets that an authenticator keeps in its storage besides private keys.
public enum StoredSecret: String, Sendable, Hashable, CaseIterable {
    /// Seals non-discoverable credentials into their IDs, and is where the seeds of hmac-secret come from. 32 bytes.
    case credentialWrapping = "credential wrapping"
    /// The persistent pinUvAuthToken (permission `pcmr`). 32 bytes.
    case persistentToken = "persistent token"
    /// What `encIdentifier` tells the device by. 16 bytes.
    case deviceIdentifier = "device identifier"
    /// What `encCredStoreState` tells changes of the discoverable credentials by (CTAP 2.3): made anew after each. 16
    /// bytes.
    case credentialStoreState = "credential store state"
    /// What the attestation keys and certificates are derived from (`AttestationAuthority`).
    case attestation

    /// Whether authenticatorReset leaves it: an attestation belongs to the device, not to its user.
    public var survivesReset: Bool { self == .attestation }
}

extension CredentialStorage {
    /// The persistent pinUvAuthToken (CTAP 2.3 section 6.5.2), made where there is none.
    func makePersistentToken(random: any RandomSource) throws(CredentialStorageError) -> SecretBytes {
        try secret(.persistentToken) { random.secret(PINUVAuthState.tokenSize) }
    }

    /// The persistent pinUvAuthToken; nil where none was issued since the PIN was changed.
    func persistentToken(random: any RandomSource) throws(CredentialStorageError) -> SecretBytes? {
        guard try has(.persistentToken) else { return nil }
        // Where it was forgotten in the meantime, this is one that nobody has.
        return try makePersistentToken(random: random)
    }
}

extension CredentialStorage {
    /// The attestation CA of the device that this storage is of, made on first use. It survives a reset.
    /// - Parameters:
    ///   - random: a deterministic one gives the same certificates.
    ///   - now: when its certificates begin, if it is made now.
    /// - Throws: `corrupt` where what is stored makes no authority, and what `secret` throws.
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
