import CLibFIDO2
import CTAP
import Glibc
import ToqueCrypto
import ToqueWebAuthn

/// The large-blob array of a key (CTAP 2.3 section 6.10). libfido2 transfers it as a whole; its functions for a single
/// blob refuse blobs that compress to fewer than 16 bytes.
extension Ceremony {
    /// The key's whole array. An array with a wrong hash is empty.
    func largeBlobArray(isolation: isolated (any Actor)? = #isolation) async throws(WebAuthnError) -> LargeBlobArray {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        defer { free(bytes) }
        // libfido2 treats data with a right hash that is not an array as an internal fault.
        let status = try await send(expecting: [.internal]) { (device, _, _) in
            fido_dev_largeblob_get_array(device, &bytes, &count)
        }
        guard status == .ok, let array = CMemory.bytes(bytes, count).flatMap(LargeBlobArray.init(array:)) else {
            throw WebAuthnError(
                .unknownError, "\(info.name) holds something else than an array of large blobs; a reset empties it")
        }
        return array
    }

    /// Stores a blob, replacing the previous one. The rest of the array stays unchanged.
    /// - Parameter key: the credential's largeBlobKey.
    /// - Throws: `constraintError` if the key has no room for it; nothing is lost then.
    func setLargeBlob(
        _ blob: [UInt8], for key: borrowing SecretBytes, isolation: isolated (any Actor)? = #isolation
    ) async throws(WebAuthnError) {
        var array = try await largeBlobArray()
        do throws(LargeBlobError) {
            try array.setBlob(blob, for: key, random: SystemRandom())
        } catch {
            throw WebAuthnError(.constraintError, "\(error)")
        }
        try await write(array)
    }

    /// Deletes a blob.
    /// - Returns: false if the key has none.
    func removeLargeBlob(
        for key: borrowing SecretBytes, isolation: isolated (any Actor)? = #isolation
    ) async throws(WebAuthnError) -> Bool {
        var array = try await largeBlobArray()
        guard array.removeBlob(for: key) != nil else { return false }
        try await write(array)
        return true
    }

    private func write(
        _ array: LargeBlobArray, isolation: isolated (any Actor)? = #isolation
    ) async throws(WebAuthnError) {
        let size = array.serialized.count
        if let capacity = info.maxSerializedLargeBlobArray, size > capacity {
            throw WebAuthnError(
                .constraintError,
                "\(info.name) has no room for the large blob: all of them would take \(size) bytes of \(capacity); "
                    + "make it smaller, or delete another one")
        }
        let bytes = array.array
        try await send { (device, _, pin) in fido_dev_largeblob_set_array(device, bytes, bytes.count, pin) }
    }
}
