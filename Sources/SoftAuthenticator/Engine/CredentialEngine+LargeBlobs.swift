import CTAP
import ToqueCrypto

extension CredentialEngine {
    /// The serialized large-blob array (CTAP 2.1 section 6.10.2).
    func largeBlobArray() throws(CredentialStorageError) -> [UInt8] {
        try storage.largeBlobArray() ?? SerializedLargeBlobArray.initial
    }

    /// The key to its large blob that a discoverable credential has; nil where it has none.
    func largeBlobKey(ofDiscoverable id: [UInt8]) throws(CredentialStorageError) -> [UInt8]? {
        guard try storage.discoverableCredential(id: id)?.hasLargeBlobKey == true else { return nil }
        return try wrappingKeys().largeBlobKey(of: id)
    }

    /// Puts a whole array in the place of the one before.
    func setLargeBlobArray(_ array: [UInt8]) throws(CredentialStorageError) {
        try largeBlobs.withLock { (_) throws(CredentialStorageError) in try storage.setLargeBlobArray(array) }
    }

    /// The large blob of a credential; nil where it has none, or none that can be read.
    func largeBlob(of credential: LocatedCredential) throws(CredentialStorageError) -> [UInt8]? {
        guard credential.hasLargeBlobKey else { return nil }
        return LargeBlobArray(reading: try largeBlobArray()).blob(for: try largeBlobKey(of: credential))
    }

    /// Stores a credential's large blob in the place of the one before.
    /// - Returns: false where the credential cannot have one, or there is no room for it.
    func setLargeBlob(_ blob: [UInt8], of credential: LocatedCredential) throws -> Bool {
        guard credential.hasLargeBlobKey else { return false }
        // Whoever writes reads first: two at once must not lose an entry.
        return try largeBlobs.withLock { _ in
            var array = LargeBlobArray(reading: try largeBlobArray())
            // Not the injected source: one with a seed that starts over would give a nonce of before to another blob.
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
}
