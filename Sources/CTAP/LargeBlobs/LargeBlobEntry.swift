import ToqueCBOR
import ToqueCrypto

/// A large-blob map (CTAP 2.3 section 6.10.3): a blob, compressed and then encrypted under its credential's
/// largeBlobKey.
public struct LargeBlobEntry: Sendable, Hashable {
    /// Bytes of a blob. A short entry can claim to be a large blob, and its reader makes room for what it claims.
    static let maxBlobSize = 1 << 20

    /// With the tag behind it.
    private let ciphertext: [UInt8]
    private let nonce: [UInt8]
    /// Bytes that the blob itself has, as the entry claims.
    public let origSize: UInt64

    /// - Parameter item: an item's CBOR.
    /// - Returns: nil for an item that is no such map.
    public init?(_ item: [UInt8]) {
        guard let map = try? CBOR(decoding: item, rules: .wellFormed).mapValue, let ciphertext = map[1]?.bytesValue,
            let nonce = map[2]?.bytesValue, nonce.count == AES256GCM.nonceSize, case .unsigned(let origSize) = map[3]
        else { return nil }
        (self.ciphertext, self.nonce, self.origSize) = (ciphertext, nonce, origSize)
    }

    /// - Throws: `LargeBlobError.tooLarge`; what the libraries refuse.
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

    /// Whether the entry is the one of this key, even where its blob cannot be read.
    public func isSealed(for key: borrowing SecretBytes) -> Bool { compressed(for: key) != nil }

    /// The blob; nil where the entry is another key's, or what it holds is not what it claims.
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
