import ToqueCBOR
import ToqueCrypto

/// A large-blob map (CTAP 2.3 section 6.10.3): a blob, compressed and then encrypted under its credential's
/// largeBlobKey.
public struct LargeBlobEntry: Sendable, Hashable {
    /// The maximum size of a blob. A short entry can claim to contain a large blob, and its reader allocates the
    /// claimed size.
    static let maxBlobSize = 1 << 20

    /// The ciphertext, followed by the tag.
    private let ciphertext: [UInt8]
    private let nonce: [UInt8]
    /// The size of the blob itself in bytes, as claimed by the entry.
    public let origSize: UInt64

    /// - Parameter item: an item's CBOR.
    /// - Returns: nil if the item is not such a map.
    public init?(_ item: [UInt8]) {
        guard let map = try? CBOR(decoding: item, rules: .wellFormed).mapValue, let ciphertext = map[1]?.bytesValue,
            let nonce = map[2]?.bytesValue, nonce.count == AES256GCM.nonceSize, case .unsigned(let origSize) = map[3]
        else { return nil }
        (self.ciphertext, self.nonce, self.origSize) = (ciphertext, nonce, origSize)
    }

    /// - Throws: `LargeBlobError.tooLarge`, and the libraries' failures.
    init(
        sealing blob: [UInt8], for key: borrowing SecretBytes, random: any RandomSource
    ) throws(LargeBlobError) {
        guard blob.count <= Self.maxBlobSize else { throw .tooLarge(blob.count) }
        nonce = random.bytes(AES256GCM.nonceSize)
        origSize = UInt64(blob.count)
        let plaintext = SecretBytes(copying: try Deflate.compress(blob))
        do {
            ciphertext = try AES256GCM.seal(
                plaintext, key: key, nonce: nonce, associatedData: Self.associatedData(origSize))
        } catch {
            throw .cryptography(error)
        }
    }

    var encoded: [UInt8] { ([1: .bytes(ciphertext), 2: .bytes(nonce), 3: .unsigned(origSize)] as CBOR).encoded }

    /// True if the entry belongs to this key, even if its blob is unreadable.
    public func isSealed(for key: borrowing SecretBytes) -> Bool { compressed(for: key) != nil }

    /// The blob; nil if the entry belongs to another key or its contents do not match its claim.
    func blob(for key: borrowing SecretBytes) -> [UInt8]? {
        guard let count = Int(exactly: origSize), count <= Self.maxBlobSize, var bytes = compressed(for: key)
        else { return nil }
        defer { bytes.cleanse() }
        return Deflate.decompress(bytes, count: count)
    }

    private func compressed(for key: borrowing SecretBytes) -> [UInt8]? {
        try? AES256GCM.open(ciphertext, key: key, nonce: nonce, associatedData: Self.associatedData(origSize))
            .withUnsafeBytes { Array($0) }
    }

    private static func associatedData(_ origSize: UInt64) -> [UInt8] {
        Array("blob".utf8) + (0..<8).map { UInt8(truncatingIfNeeded: origSize >> (8 * $0)) }
    }
}
