import ToqueCOSE
import ToqueCrypto

/// Values derived from the secret `StoredSecret.credentialWrapping`: the IDs of sealed non-discoverable credentials,
/// the seeds of hmac-secret and the keys to large blobs. A reset renews the secret, which voids all of them.
final class CredentialWrapper: Sendable {
    /// The size of the wrapping secret.
    static let secretSize = 32

    private static let overhead = AES256GCM.nonceSize + AES256GCM.tagSize

    private let encryptionKey: SecretBytes
    private let nonceKey: SecretBytes
    private let seedKey: SecretBytes
    private let largeBlobSeedKey: SecretBytes

    init(secret: borrowing SecretBytes) {
        encryptionKey = Self.derive("toque credential ID encryption", from: secret)
        nonceKey = Self.derive("toque credential ID nonce", from: secret)
        seedKey = Self.derive("toque hmac-secret", from: secret)
        largeBlobSeedKey = Self.derive("toque largeBlobKey", from: secret)
    }

    private static func derive(_ purpose: String, from secret: borrowing SecretBytes) -> SecretBytes {
        HKDF.derive(from: secret, salt: [], info: Array(purpose.utf8), count: 32)
    }

    // MARK: Credential IDs

    /// The size in bytes of the ID of a credential with this kind of key.
    static func idSize(_ keyType: KeyType) -> Int { overhead + WrappedCredential.size(keyType) }

    /// Shorter IDs are not wrapped credentials.
    static let minIDSize = idSize(.ed25519)

    /// Seals a credential into its ID: the nonce, the ciphertext and the tag of AES-256-GCM, with the RP ID hash as
    /// associated data.
    func wrap(
        _ algorithm: COSEAlgorithm, _ traits: CredentialTraits, privateKey: borrowing SecretBytes, rpIDHash: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        let plaintext = try WrappedCredential.encode(algorithm, traits, privateKey: privateKey)
        let nonce = nonce(for: plaintext, rpIDHash: rpIDHash)
        return nonce
            + (try AES256GCM.seal(plaintext, key: encryptionKey, nonce: nonce, associatedData: rpIDHash))
    }

    /// The credential of an ID; nil if it was not sealed by this secret for this RP.
    func unwrap(_ id: [UInt8], rpIDHash: [UInt8]) throws(CryptoError) -> WrappedCredential? {
        guard id.count >= Self.minIDSize else { return nil }
        do {
            return WrappedCredential(
                decoding: try AES256GCM.open(
                    Array(id[AES256GCM.nonceSize...]), key: encryptionKey, nonce: Array(id[..<AES256GCM.nonceSize]),
                    associatedData: rpIDHash))
        } catch .authenticationFailed {
            return nil
        }
    }

    /// A synthetic nonce, as in RFC 5297. A random one would come from the authenticator's random source: a seeded
    /// source that starts over while the secret stays would use one nonce for two plaintexts, which breaks GCM's
    /// secrecy. This one repeats only for the same plaintext, and then the whole ID is the same.
    private func nonce(for plaintext: borrowing SecretBytes, rpIDHash: [UInt8]) -> [UInt8] {
        // The hash has a fixed size, so the parts are unambiguous.
        var message = rpIDHash
        message.reserveCapacity(rpIDHash.count + plaintext.count)
        plaintext.withUnsafeBytes { message.append(contentsOf: $0) }
        defer { message.cleanse() }
        return Array(HMAC.sha256(key: nonceKey, message: message)[..<AES256GCM.nonceSize])
    }

    // MARK: largeBlobKey

    /// A credential's key to entries of the large-blob array (CTAP 2.3 section 12.3), 32 bytes.
    func largeBlobKey(of credentialID: [UInt8]) -> [UInt8] {
        HKDF.derive(from: largeBlobSeedKey, salt: [], info: credentialID, count: 32).withUnsafeBytes { Array($0) }
    }

    // MARK: hmac-secret

    /// CredRandomWithUV or CredRandomWithoutUV of a credential (CTAP 2.3 section 12.7), 32 bytes. They are derived, so
    /// that credentials in storage and in IDs have them, and also those made without the extension.
    func credRandom(of credentialID: [UInt8], userVerified: Bool) -> SecretBytes {
        HKDF.derive(
            from: seedKey, salt: [],
            info: Array((userVerified ? "CredRandomWithUV" : "CredRandomWithoutUV").utf8) + [0] + credentialID,
            count: 32)
    }
}
