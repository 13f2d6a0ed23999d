/// An entry of a key's large-blob array.
public struct KeyLargeBlob: Sendable, Hashable {
    /// Whose blob it is; nil where no credential of the key has its key, so that nobody can read it.
    public var credential: KeyCredential?
    /// Bytes of the blob itself, as the entry claims; nil where it is no entry of CTAP's.
    public var originalSize: Int?
    /// Bytes of the entry, compressed and sealed.
    public var storedSize: Int
}

/// A key's large-blob array (CTAP 2.3 section 6.10).
public struct KeyLargeBlobs: Sendable, Hashable {
    /// In the array's order.
    public var blobs: [KeyLargeBlob]
    /// Bytes of the array and its hash.
    public var size: Int
    /// Bytes that there is room for; nil where the key does not say.
    public var capacity: Int?
}
