import CLibFIDO2
import Glibc
import ToqueCBOR
import ToqueWebAuthn

/// authenticatorLargeBlobs (CTAP 2.1 section 6.10): a blob belongs to a discoverable credential, whose largeBlobKey
/// credential management hands out.
extension KeyManager {
    /// All large blobs on the key, and whose they are.
    /// - Throws: `notSupportedError` where the key has no large blobs, or does not let its credentials be managed;
    ///   `notAllowedError` where it has no PIN.
    public func largeBlobs() async throws(WebAuthnError) -> KeyLargeBlobs {
        try await manage(requiring: Self.largeBlobStorage) { (_, ceremony) async throws(WebAuthnError) in
            let array = try await ceremony.largeBlobArray()
            guard let items = try? CBOR(decoding: array, rules: .wellFormed).arrayValue else {
                throw FIDOStatus(code: FIDO_ERR_RX_INVALID_CBOR).error(of: ceremony.info.name)
            }
            let keys = try await ceremony.residentKeys()
            let blobs = items.map { item in
                let entry = LargeBlobEntry(item)
                return KeyLargeBlob(
                    credential: entry.flatMap { entry in keys.first { $0.seals(entry) } }?.credential,
                    originalSize: entry.flatMap { Int(exactly: $0.originalSize) },
                    storedSize: item.encoded.count)
            }
            return KeyLargeBlobs(
                blobs: blobs, size: array.count + Self.hashSize,
                capacity: ceremony.info.maxSerializedLargeBlobArray)
        }
    }

    /// The large blob of a credential.
    /// - Parameters:
    ///   - rpID: whose credential it is.
    ///   - credentialID: nil for the only one of this RP that can have a large blob.
    /// - Throws: as `largeBlobs`; `notAllowedError` where the key holds no such credential or no blob for it,
    ///   `invalidStateError` where the credential was made without large blobs, or where several fit.
    public func largeBlob(rpID: String, credentialID: [UInt8]? = nil) async throws(WebAuthnError) -> [UInt8] {
        try await manage(requiring: Self.largeBlobStorage) { (_, ceremony) async throws(WebAuthnError) in
            let key = try await ceremony.largeBlobKey(rpID: rpID, credentialID: credentialID)
            var blob: UnsafeMutablePointer<UInt8>?
            var count = 0
            defer { free(blob) }
            let status = try await ceremony.send(expecting: [.notFound]) { (device, _, _) in
                key.withBytes { fido_dev_largeblob_get(device, $0, $1, &blob, &count) }
            }
            guard status == .ok else { throw ceremony.missingLargeBlob }
            return CMemory.bytes(blob, count) ?? []
        }
    }

    /// Stores the large blob of a credential in the place of the one before.
    /// - Throws: as `largeBlob`; `constraintError` where the key has no room for it, or where it is too short for
    ///   libfido2 1.12, which encrypts 16 bytes at least.
    public func setLargeBlob(
        _ blob: [UInt8], rpID: String, credentialID: [UInt8]? = nil
    ) async throws(WebAuthnError) {
        try await manage(requiring: Self.largeBlobStorage) { (_, ceremony) async throws(WebAuthnError) in
            let key = try await ceremony.largeBlobKey(rpID: rpID, credentialID: credentialID)
            let status = try await ceremony.send(expecting: [.internal]) { (device, _, pin) in
                key.withBytes { fido_dev_largeblob_set(device, $0, $1, blob, blob.count, pin) }
            }
            guard status == .ok else {
                throw WebAuthnError(
                    .constraintError,
                    "\(FIDOLibrary.name) writes no blob that packs to less than 16 bytes; make it longer")
            }
        }
    }

    /// Deletes the large blob of a credential, which stays.
    /// - Throws: as `largeBlob`.
    public func deleteLargeBlob(rpID: String, credentialID: [UInt8]? = nil) async throws(WebAuthnError) {
        try await manage(requiring: Self.largeBlobStorage) { (_, ceremony) async throws(WebAuthnError) in
            let key = try await ceremony.largeBlobKey(rpID: rpID, credentialID: credentialID)
            let status = try await ceremony.send(expecting: [.notFound]) { (device, _, pin) in
                key.withBytes { fido_dev_largeblob_remove(device, $0, $1, pin) }
            }
            guard status == .ok else { throw ceremony.missingLargeBlob }
        }
    }

    /// Bytes behind the array (CTAP 2.1 section 6.10.2), which libfido2 takes off.
    private static let hashSize = 16

    private static func largeBlobStorage(_ info: KeyInfo) throws(WebAuthnError) {
        guard info.hasLargeBlobs else {
            throw WebAuthnError(.notSupportedError, "\(info.name) has no large blobs")
        }
        try credentialManagement(info)
    }
}

extension Ceremony {
    fileprivate var missingLargeBlob: WebAuthnError {
        WebAuthnError(.notAllowedError, "\(info.name) holds no large blob of that credential; list them")
    }

    /// The array's CBOR, without the hash.
    fileprivate func largeBlobArray(
        isolation: isolated (any Actor)? = #isolation
    ) async throws(WebAuthnError) -> [UInt8] {
        var array: UnsafeMutablePointer<UInt8>?
        var count = 0
        defer { free(array) }
        try await send { (device, _, _) in fido_dev_largeblob_get_array(device, &array, &count) }
        return CMemory.bytes(array, count) ?? []
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
