import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

/// A private key that left its authenticator: only WebDriver's virtual authenticators give theirs away (WebAuthn section
/// 11.6).
package struct TakenPrivateKey: ~Copyable, Sendable {
    package let algorithm: COSEAlgorithm
    package let keyType: KeyType
    /// See `KeyPair.secret`.
    package let secret: SecretBytes
}

extension SoftAuthenticator {
    /// The private key of a credential of either kind; nil if there is no such credential.
    package func privateKey(of id: [UInt8], rpID: String) throws -> TakenPrivateKey? {
        let rp = RelyingPartyID(rpID)
        if let source = try engine.storage.credential(rpID: rpID, id: id) {
            guard let keyType = source.publicKey.algorithm.keyType else { return nil }
            return TakenPrivateKey(
                algorithm: source.publicKey.algorithm, keyType: keyType,
                secret: try engine.storage.privateKey(of: source))
        }
        guard id.count >= CredentialWrapper.minIDSize,
            let wrapped = try engine.wrappingKeys().unwrap(id, rpIDHash: rp.hash)
        else { return nil }
        return TakenPrivateKey(
            algorithm: wrapped.algorithm, keyType: wrapped.keyType, secret: wrapped.privateKey.duplicate())
    }

    /// The large blob of a stored credential; nil if there is none.
    package func storedLargeBlob(of source: PublicKeyCredentialSource) throws -> [UInt8]? {
        try engine.largeBlob(of: .stored(source))
    }

    /// Stores a large blob with a stored credential.
    /// - Returns: false if the credential can have none, or if there is no room for it.
    package func setStoredLargeBlob(_ blob: [UInt8], of source: PublicKeyCredentialSource) throws -> Bool {
        try engine.setLargeBlob(blob, of: .stored(source))
    }
}
