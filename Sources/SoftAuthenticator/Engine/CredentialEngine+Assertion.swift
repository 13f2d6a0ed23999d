import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

/// The extension inputs of an assertion.
struct AssertionExtensions: Sendable {
    var hmacSecret: HMACSecretInputs?
    var wantsThirdPartyPayment = false
    var wantsCredBlob = false
}

/// A counted and signed assertion.
struct SignedAssertion: Sendable {
    let authenticatorData: [UInt8]
    let signature: [UInt8]
    var extensions: ExtensionOutputs
}

extension CredentialEngine {
    /// The end of authenticatorGetAssertion, after the person's approval: evaluates the extensions and signs (WebAuthn
    /// section 6.3.3, steps 8 to 12; CTAP 2.3 section 6.2.2, steps 10 to 13). The counter is durable before the
    /// assertion leaves.
    /// - Parameter flags: UP and UV, as the gesture proved them.
    func assert(
        _ credential: LocatedCredential, of rp: RelyingPartyID, flags: AuthenticatorData.Flags,
        extensions: AssertionExtensions, clientDataHash: [UInt8]
    ) throws -> SignedAssertion {
        var outputs = ExtensionOutputs()
        (outputs.hmacSecret, outputs.prf) = try evaluate(
            extensions.hmacSecret, of: credential.id, userVerified: flags.contains(.userVerified))
        if extensions.wantsThirdPartyPayment { outputs.thirdPartyPayment = credential.traits.isForThirdPartyPayment }
        if extensions.wantsCredBlob { outputs.credBlob = try credential.stored.map(storage.credBlob(of:)) ?? [] }
        guard let scheme = credential.algorithm.scheme else {
            throw COSEError.unsupportedAlgorithm(credential.algorithm)
        }
        // A key that cannot be opened counts nothing.
        let key = try signingKey(of: credential, rpIDHash: rp.hash)
        let authenticatorData = AuthenticatorData(
            rpIDHash: rp.hash, flags: flags.union((profile.overrides.backup ?? credential.traits.backup).flags),
            signCount: try nextSignCount(of: credential), extensions: outputs.signed
        ).encoded
        return SignedAssertion(
            authenticatorData: authenticatorData,
            signature: try key.sign(authenticatorData + clientDataHash, scheme: scheme), extensions: outputs)
    }

    func signingKey(of credential: LocatedCredential, rpIDHash: [UInt8]) throws -> SigningKey {
        switch credential {
        case .wrapped(let id, _, _, let key):
            // A reset through the other face may have voided it during the gesture.
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

extension PublicKeyParameters {
    /// The kind of key pair of a public key.
    fileprivate var keyType: KeyType {
        switch self {
        case .ec(let curve, _, _): .ec(curve)
        case .ed25519: .ed25519
        case .ed448: .ed448
        case .rsa(let modulus, _): .rsa(bits: modulus.count * 8)
        }
    }
}
