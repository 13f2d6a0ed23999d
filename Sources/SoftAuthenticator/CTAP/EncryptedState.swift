import CTAP
import ToqueCrypto

/// What authenticatorGetInfo tells to those alone who have the persistent token: which device this is, and whether its
/// discoverable credentials have changed (encIdentifier, CTAP 2.2 section 6.4; encCredStoreState, CTAP 2.3). A watcher
/// learns neither, as each answer is encrypted anew.
struct EncryptedState {
    /// An initialization vector and the encrypted identifier, 16 bytes each.
    let identifier: [UInt8]
    /// In the same form.
    let credentialStoreState: [UInt8]

    private static let keySize = 16

    /// - Returns: nil where nobody has the persistent token.
    init?(_ storage: any CredentialStorage, random: any RandomSource) throws {
        guard let token = try storage.persistentToken(random: random) else { return nil }
        func encrypt(_ name: StoredSecret, info: String) throws -> [UInt8] {
            let key = HKDF.derive(
                from: token, salt: [UInt8](repeating: 0, count: 32), info: Array(info.utf8), count: Self.keySize)
            let vector = random.bytes(AESCBC.blockSize)
            let plaintext = try storage.secret(name) { random.secret(AESCBC.blockSize) }
            return vector + (try AESCBC.encrypt(plaintext, key: key, initializationVector: vector))
        }
        identifier = try encrypt(.deviceIdentifier, info: "encIdentifier")
        credentialStoreState = try encrypt(.credentialStoreState, info: "encCredStoreState")
    }
}
