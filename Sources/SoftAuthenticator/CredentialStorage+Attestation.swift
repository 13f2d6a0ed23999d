import Attestation
import ToqueCrypto
import ToqueEncoding

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
