import ToqueCrypto
import ToqueWebAuthn

extension CredentialEngine {
    /// The credential with an ID, of either kind; nil if it is not ours or belongs to another RP.
    func credential(_ id: [UInt8], of rp: RelyingPartyID) throws -> LocatedCredential? {
        // Non-discoverable ones of earlier versions are also in storage.
        try wrappedCredential(id, rpIDHash: rp.hash)
            ?? storage.credential(rpID: rp.text, id: id).map(LocatedCredential.stored)
    }

    /// The credential sealed into an ID; nil if it is not ours or belongs to another RP.
    func wrappedCredential(_ id: [UInt8], rpIDHash: [UInt8]) throws -> LocatedCredential? {
        guard id.count >= CredentialWrapper.minIDSize,
            let wrapped = try wrappingKeys().unwrap(id, rpIDHash: rpIDHash)
        else { return nil }
        return .wrapped(
            id: id, algorithm: wrapped.algorithm, traits: wrapped.traits, key: try signingKey(of: wrapped, id: id))
    }

    private func signingKey(of wrapped: borrowing WrappedCredential, id: [UInt8]) throws(CryptoError) -> SigningKey {
        if let key = keys[.wrapped(id)] { return key }
        let key = try SigningKey(
            type: wrapped.keyType, secret: wrapped.privateKey, deterministic: random.isDeterministic)
        keys.insert(key, for: .wrapped(id))
        return key
    }

    /// The usable credentials for an assertion: the first available one of a list, or, without a list, all discoverable
    /// ones that need not be listed, most recent first.
    /// - Parameter ids: nil if there is no list.
    /// - Returns: nil if there is none.
    func candidates(
        listed ids: (some Sequence<[UInt8]>)?, rp: RelyingPartyID, userVerified: Bool
    ) throws -> (first: LocatedCredential, rest: ArraySlice<PublicKeyCredentialSource>)? {
        if let ids {
            return try firstUsable(of: ids, rp: rp, userVerified: userVerified).map { ($0, []) }
        }
        let credentials = try storage.credentials(rpID: rp.text).filter {
            $0.isDiscoverable && $0.traits.permitsUse(userVerified: userVerified, isListed: false)
        }
        return credentials.first.map { (.stored($0), credentials.dropFirst()) }
    }

    /// True if an available listed credential forbids making another one. A credential that requires user verification
    /// is skipped unless the user is verified: nobody else may learn that it exists (CTAP 2.3 section 6.1.2, step 12).
    func hasExcluded(_ ids: some Sequence<[UInt8]>, rp: RelyingPartyID, userVerified: Bool) throws -> Bool {
        try firstUsable(of: ids, rp: rp, userVerified: userVerified) != nil
    }

    private func firstUsable(
        of ids: some Sequence<[UInt8]>, rp: RelyingPartyID, userVerified: Bool
    ) throws -> LocatedCredential? {
        for id in ids {
            if let credential = try credential(id, of: rp),
                credential.traits.permitsUse(userVerified: userVerified, isListed: true)
            {
                return credential
            }
        }
        return nil
    }
}
