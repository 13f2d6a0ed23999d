import CTAP
import ToqueCBOR
import ToqueCrypto

extension CredentialEngine {
    /// The large blob of a credential, wherever it is stored; nil if there is no readable one.
    func largeBlob(of credential: LocatedCredential) throws(CredentialStorageError) -> [UInt8]? {
        switch credential.stored?.largeBlobs {
        case .array?: LargeBlobArray(reading: try largeBlobArray()).blob(for: try largeBlobKey(of: credential))
        case .credential?: try compressedLargeBlob(of: credential)?.decompressed
        case nil: nil
        }
    }

    /// Stores a credential's large blob, replacing the previous one.
    /// - Returns: false if the credential cannot have one, or if there is no room for it.
    func setLargeBlob(_ blob: [UInt8], of credential: LocatedCredential) throws -> Bool {
        switch credential.stored?.largeBlobs {
        case .array?: try setLargeBlobInArray(blob, of: credential)
        case .credential?: try setLargeBlob(CompressedLargeBlob(compressing: blob), of: credential)
        case nil: false
        }
    }

    // MARK: In the array

    /// The serialized large-blob array (CTAP 2.3 section 6.10.2).
    func largeBlobArray() throws(CredentialStorageError) -> [UInt8] {
        try storage.largeBlobArray() ?? SerializedLargeBlobArray.initial
    }

    /// Replaces the whole array.
    func setLargeBlobArray(_ array: [UInt8]) throws(CredentialStorageError) {
        try largeBlobs.withLock { (_) throws(CredentialStorageError) in try storage.setLargeBlobArray(array) }
    }

    /// The key to a credential's entry of the array, given to platforms (CTAP 2.3 section 12.3); nil if its large blob
    /// is not stored there.
    func largeBlobKey(
        of credentialID: [UInt8], keptIn form: LargeBlobForm?
    ) throws(CredentialStorageError) -> [UInt8]? {
        form == .array ? try wrappingKeys().largeBlobKey(of: credentialID) : nil
    }

    private func setLargeBlobInArray(_ blob: [UInt8], of credential: LocatedCredential) throws -> Bool {
        // A writer reads first: concurrent writers must not lose an entry.
        try largeBlobs.withLock { _ in
            var array = LargeBlobArray(reading: try largeBlobArray())
            // Not the injected source: a seed that starts over would repeat a nonce for another blob.
            try array.setBlob(blob, for: try largeBlobKey(of: credential), random: SystemRandom())
            let serialized = array.serialized
            guard serialized.count <= MessageLimits.maxLargeBlobArray else { return false }
            try storage.setLargeBlobArray(serialized)
            return true
        }
    }

    private func largeBlobKey(of credential: LocatedCredential) throws(CredentialStorageError) -> SecretBytes {
        var key = try wrappingKeys().largeBlobKey(of: credential.id)
        return SecretBytes(consuming: &key)
    }

    // MARK: With the credential

    /// The large blob stored with a credential; nil if there is none.
    func compressedLargeBlob(
        of credential: LocatedCredential
    ) throws(CredentialStorageError) -> CompressedLargeBlob? {
        guard let source = credential.stored, source.largeBlobs == .credential else { return nil }
        return try storage.largeBlob(of: source).flatMap(CompressedLargeBlob.init(stored:))
    }

    /// Stores a large blob with a credential, replacing the previous one.
    /// - Returns: false if the credential stores none, or if there is no room for it.
    func setLargeBlob(
        _ blob: CompressedLargeBlob, of credential: LocatedCredential
    ) throws(CredentialStorageError) -> Bool {
        guard let source = credential.stored, source.largeBlobs == .credential,
            blob.bytes.count <= MessageLimits.maxLargeBlob
        else { return false }
        return try storage.setLargeBlob(blob.stored, of: source, capacity: MessageLimits.maxLargeBlobs)
    }
}

extension CompressedLargeBlob {
    /// The stored form: an array of the size and the bytes.
    fileprivate var stored: [UInt8] { CBOR.array([.unsigned(originalSize), .bytes(bytes)]).encoded }

    fileprivate init?(stored: [UInt8]) {
        guard let items = try? CBOR(decoding: stored).arrayValue, items.count == 2,
            case .unsigned(let originalSize) = items[0], let bytes = items[1].bytesValue
        else { return nil }
        self.init(bytes: bytes, originalSize: originalSize)
    }
}
