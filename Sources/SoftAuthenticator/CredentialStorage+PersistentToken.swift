import ToqueCrypto

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
