import CTAP
import ToqueWebAuthn

/// authenticatorLargeBlobs (CTAP 2.3 section 6.10): a blob belongs to a discoverable credential, whose largeBlobKey
/// comes from credential management.
extension KeyManager {
    /// All large blobs on the key, with their credentials.
    /// - Throws: `notSupportedError` if the key has no large blobs or no credential management; `notAllowedError` if it
    ///   has no PIN.
    public func largeBlobs() async throws(WebAuthnError) -> KeyLargeBlobs {
        try await manage(requiring: Self.largeBlobStorage) { (_, ceremony) async throws(WebAuthnError) in
            let array = try await ceremony.largeBlobArray()
            let keys = try await ceremony.residentKeys()
            let blobs = array.items.map { item in
                let entry = LargeBlobEntry(item)
                return KeyLargeBlob(
                    credential: entry.flatMap { entry in keys.first { $0.seals(entry) } }?.credential,
                    originalSize: entry.flatMap { Int(exactly: $0.origSize) }, storedSize: item.count)
            }
            return KeyLargeBlobs(
                blobs: blobs, size: array.serialized.count, capacity: ceremony.info.maxSerializedLargeBlobArray)
        }
    }

    /// Returns a credential's large blob.
    /// - Parameters:
    ///   - rpID: the credential's RP ID.
    ///   - credentialID: nil for the RP's only credential that can have a large blob.
    /// - Throws: like `largeBlobs`; `notAllowedError` if the credential is not on the key or has no readable blob,
    ///   `invalidStateError` if the credential was made without large blobs, or if several match.
    public func largeBlob(rpID: String, credentialID: [UInt8]? = nil) async throws(WebAuthnError) -> [UInt8] {
        try await manage(requiring: Self.largeBlobStorage) { (_, ceremony) async throws(WebAuthnError) in
            let key = try await ceremony.largeBlobKey(rpID: rpID, credentialID: credentialID)
            guard let blob = try await ceremony.largeBlobArray().blob(for: key.secret) else {
                throw ceremony.missingLargeBlob
            }
            return blob
        }
    }

    /// Stores a credential's large blob, replacing the previous one. Other credentials' blobs do not change.
    /// - Parameter blob: at most 1 MiB, within the key's free space; may be empty.
    /// - Throws: like `largeBlob`; `constraintError` if the key has no room for it.
    public func setLargeBlob(
        _ blob: [UInt8], rpID: String, credentialID: [UInt8]? = nil
    ) async throws(WebAuthnError) {
        try await manage(requiring: Self.largeBlobStorage) { (_, ceremony) async throws(WebAuthnError) in
            let key = try await ceremony.largeBlobKey(rpID: rpID, credentialID: credentialID)
            try await ceremony.setLargeBlob(blob, for: key.secret)
        }
    }

    /// Deletes a credential's large blob, but not the credential.
    /// - Throws: like `largeBlob`.
    public func deleteLargeBlob(rpID: String, credentialID: [UInt8]? = nil) async throws(WebAuthnError) {
        try await manage(requiring: Self.largeBlobStorage) { (_, ceremony) async throws(WebAuthnError) in
            let key = try await ceremony.largeBlobKey(rpID: rpID, credentialID: credentialID)
            guard try await ceremony.removeLargeBlob(for: key.secret) else { throw ceremony.missingLargeBlob }
        }
    }

    private static func largeBlobStorage(_ info: KeyInfo) throws(WebAuthnError) {
        guard info.hasLargeBlobs else {
            throw WebAuthnError(
                .notSupportedError,
                info.has("largeBlob")
                    ? "\(info.name) keeps large blobs with their credentials, which \(FIDOLibrary.name) cannot reach"
                    : "\(info.name) has no large blobs")
        }
        try credentialManagement(info)
    }
}

extension Ceremony {
    fileprivate var missingLargeBlob: WebAuthnError {
        WebAuthnError(.notAllowedError, "\(info.name) holds no large blob of that credential; list them")
    }

    /// The key that encrypts the credential's blob.
    fileprivate func largeBlobKey(
        rpID: String, credentialID: [UInt8]?, isolation: isolated (any Actor)? = #isolation
    ) async throws(WebAuthnError) -> LargeBlobKey {
        var candidates = try await residentKeys(of: rpID)
        if let credentialID { candidates.removeAll { $0.credential.id != credentialID } }
        guard !candidates.isEmpty else {
            let which = credentialID == nil ? "" : " with that ID"
            throw WebAuthnError(
                .notAllowedError, "\(info.name) holds no discoverable credential of \(rpID)\(which); list them")
        }
        let keys = candidates.compactMap(\.largeBlobKey)
        guard let key = keys.first else {
            throw WebAuthnError(
                .invalidStateError,
                "the credential of \(rpID) was made without large blobs; register one with the extension largeBlob")
        }
        guard keys.count == 1 else {
            throw WebAuthnError(
                .invalidStateError, "\(info.name) holds \(keys.count) credentials of \(rpID); say which one by its ID")
        }
        return key
    }
}

extension FIDOResidentKey {
    fileprivate func seals(_ entry: LargeBlobEntry) -> Bool {
        guard let key = largeBlobKey else { return false }
        return entry.isSealed(for: key.secret)
    }
}
