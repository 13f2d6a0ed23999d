/// A large blob as the extension `largeBlob` carries it (CTAP 2.3): compressed by the platform, and kept by the
/// authenticator as it came.
public struct CompressedLargeBlob: Sendable, Hashable {
    /// Compressed without header and checksum (RFC 1951).
    public let bytes: [UInt8]
    /// Bytes of the blob itself, as its sender claims.
    public let originalSize: UInt64

    /// As it came; nothing is checked.
    public init(bytes: [UInt8], originalSize: UInt64) {
        self.bytes = bytes
        self.originalSize = originalSize
    }

    /// - Parameter blob: at most 1 MiB.
    /// - Throws: `LargeBlobError.tooLarge`; what zlib refuses.
    public init(compressing blob: [UInt8]) throws(LargeBlobError) {
        guard blob.count <= LargeBlobEntry.maxBlobSize else { throw .tooLarge(blob.count) }
        self.init(bytes: try Deflate.compress(blob), originalSize: UInt64(blob.count))
    }

    /// The blob itself; nil where the bytes are not what they claim.
    public var decompressed: [UInt8]? {
        guard let count = Int(exactly: originalSize), count <= LargeBlobEntry.maxBlobSize else { return nil }
        return Deflate.decompress(bytes, count: count)
    }
}
