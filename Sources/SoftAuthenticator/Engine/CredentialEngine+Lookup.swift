import ToqueCrypto
import ToqueWebAuthn

extension CredentialEngine {
    /// The credential of an ID, of either kind; nil where it is not one of ours or another RP's.
    func credential(_ id: [UInt8], of rp: RelyingPartyID) throws -> LocatedCredential? {
        // Non-discoverable ones of earlier versions are in storage too.
        try wrappedCredential(id, rpIDHash: rp.hash)
            ?? storage.credential(rpID: rp.text, id: id).map(LocatedCredential.stored)
    }

    /// The credential that is sealed into an ID; nil where it is not one of ours or another RP's.
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

    /// The credentials that an assertion may be made with: of a list the first that is here and may be used, without a
    /// list all discoverable ones that may be used without being named, most recent first.
    /// - Parameter ids: nil without a list.
    /// - Returns: nil where there is none.
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

    /// Whether a listed credential is here that forbids to make another one. One that wants its user verified is passed
    /// over unless they are, for nobody else may learn that it exists (CTAP 2.3 section 6.1.2, step 12).
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
