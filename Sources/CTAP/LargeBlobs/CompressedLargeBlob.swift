/// A large blob in the form of the extension `largeBlob` (CTAP 2.3): compressed by the platform, and stored unchanged
/// by the authenticator.
public struct CompressedLargeBlob: Sendable, Hashable {
    /// Compressed without header and checksum (RFC 1951).
    public let bytes: [UInt8]
    /// The size of the blob itself in bytes, as claimed by its sender.
    public let originalSize: UInt64

    /// Stores the bytes unchecked.
    public init(bytes: [UInt8], originalSize: UInt64) {
        self.bytes = bytes
        self.originalSize = originalSize
    }

    /// - Parameter blob: at most 1 MiB.
    /// - Throws: `LargeBlobError.tooLarge`, and zlib's failures.
    public init(compressing blob: [UInt8]) throws(LargeBlobError) {
        guard blob.count <= LargeBlobEntry.maxBlobSize else { throw .tooLarge(blob.count) }
        self.init(bytes: try Deflate.compress(blob), originalSize: UInt64(blob.count))
    }

    /// The blob itself; nil if the bytes do not match the claim.
    public var decompressed: [UInt8]? {
        guard let count = Int(exactly: originalSize), count <= LargeBlobEntry.maxBlobSize else { return nil }
        return Deflate.decompress(bytes, count: count)
    }
}
