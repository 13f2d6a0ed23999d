import CTAP
import ToqueWebAuthn

/// authenticatorLargeBlobs (CTAP 2.3 section 6.10): a blob belongs to a discoverable credential, whose largeBlobKey
/// credential management hands out.
extension KeyManager {
    /// All large blobs on the key, and whose they are.
    /// - Throws: `notSupportedError` where the key has no large blobs, or does not let its credentials be managed;
    ///   `notAllowedError` where it has no PIN.
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

    /// The large blob of a credential.
    /// - Parameters:
    ///   - rpID: whose credential it is.
    ///   - credentialID: nil for the only one of this RP that can have a large blob.
    /// - Throws: as `largeBlobs`; `notAllowedError` where the key holds no such credential or no blob for it that can
    ///   be read, `invalidStateError` where the credential was made without large blobs, or where several fit.
    public func largeBlob(rpID: String, credentialID: [UInt8]? = nil) async throws(WebAuthnError) -> [UInt8] {
        try await manage(requiring: Self.largeBlobStorage) { (_, ceremony) async throws(WebAuthnError) in
            let key = try await ceremony.largeBlobKey(rpID: rpID, credentialID: credentialID)
            guard let blob = try await ceremony.largeBlobArray().blob(for: key.secret) else {
                throw ceremony.missingLargeBlob
            }
            return blob
        }
    }

    /// Stores the large blob of a credential in the place of the one before. The blobs of others stay as they are.
    /// - Parameter blob: at most 1 MiB, and as much of that as the key has room for; it may be empty.
    /// - Throws: as `largeBlob`; `constraintError` where the key has no room for it.
    public func setLargeBlob(
        _ blob: [UInt8], rpID: String, credentialID: [UInt8]? = nil
    ) async throws(WebAuthnError) {
        try await manage(requiring: Self.largeBlobStorage) { (_, ceremony) async throws(WebAuthnError) in
            let key = try await ceremony.largeBlobKey(rpID: rpID, credentialID: credentialID)
            try await ceremony.setLargeBlob(blob, for: key.secret)
        }
    }

    /// Deletes the large blob of a credential, which stays.
    /// - Throws: as `largeBlob`.
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

    /// The key that the blob of a credential is sealed with.
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
