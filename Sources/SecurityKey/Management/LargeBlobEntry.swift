import ToqueCBOR
import ToqueCrypto

/// A large-blob map (CTAP 2.1 section 6.10.3): a blob, compressed and then encrypted under its credential's
/// largeBlobKey.
struct LargeBlobEntry {
    /// With the tag behind it.
    private let ciphertext: [UInt8]
    private let nonce: [UInt8]
    /// Bytes of the blob itself.
    let originalSize: UInt64

    /// - Returns: nil for an item that is no such map.
    init?(_ item: CBOR) {
        guard let map = item.mapValue, let ciphertext = map[1]?.bytesValue, let nonce = map[2]?.bytesValue,
            nonce.count == AES256GCM.nonceSize, case .unsigned(let originalSize) = map[3]
        else { return nil }
        (self.ciphertext, self.nonce, self.originalSize) = (ciphertext, nonce, originalSize)
    }

    /// Whether the entry is the one of this key.
    func isSealed(for key: borrowing SecretBytes) -> Bool {
        let size = (0..<8).map { UInt8(truncatingIfNeeded: originalSize >> (8 * $0)) }
        do {
            _ = try AES256GCM.open(ciphertext, key: key, nonce: nonce, associatedData: Array("blob".utf8) + size)
            return true
        } catch {
            return false
        }
    }
}
