import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

extension CredentialEngine {
    /// The authenticator data and the signature of an assertion (WebAuthn section 6.3.3, steps 9 to 12). The counter is
    /// durable before the assertion leaves.
    /// - Parameters:
    ///   - flags: what the gesture has shown, UP and UV.
    ///   - extensions: outputs; an empty map is left out.
    func assert(
        _ credential: LocatedCredential, of rp: RelyingPartyID, flags: AuthenticatorData.Flags, extensions: CBORMap,
        clientDataHash: [UInt8]
    ) throws -> (authenticatorData: [UInt8], signature: [UInt8]) {
        guard let scheme = credential.algorithm.scheme else {
            throw COSEError.unsupportedAlgorithm(credential.algorithm)
        }
        // A key that cannot be opened counts nothing.
        let key = try signingKey(of: credential, rpIDHash: rp.hash)
        let authenticatorData = AuthenticatorData(
            rpIDHash: rp.hash, flags: flags.union((profile.overrides.backup ?? credential.traits.backup).flags),
            signCount: try nextSignCount(of: credential),
            extensions: extensions.isEmpty ? nil : extensions
        ).encoded
        return (authenticatorData, try key.sign(authenticatorData + clientDataHash, scheme: scheme))
    }

    /// What the RP has stored with a credential; empty where that is nothing.
    func credBlob(of credential: LocatedCredential) throws(CredentialStorageError) -> [UInt8] {
        guard case .stored(let source) = credential else { return [] }
        return try storage.credBlob(of: source)
    }

    func signingKey(of credential: LocatedCredential, rpIDHash: [UInt8]) throws -> SigningKey {
        switch credential {
        case .wrapped(let id, _, _, let key):
            // A reset through the other face may have voided it while a gesture was awaited.
            guard case .some = try wrappingKeys().unwrap(id, rpIDHash: rpIDHash) else {
                throw CredentialStorageError(.unknownCredential, "a reset has voided the credential; register again")
            }
            return key
        case .stored(let source):
            if let key = keys[.publicKey(source.publicKey)] { return key }
            let key = try SigningKey(
                type: source.publicKey.parameters.keyType, secret: try storage.privateKey(of: source),
                deterministic: random.isDeterministic)
            keys.insert(key, for: .publicKey(source.publicKey))
            return key
        }
    }
}
