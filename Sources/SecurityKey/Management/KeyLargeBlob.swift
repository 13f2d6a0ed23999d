/// An entry of a key's large-blob array.
public struct KeyLargeBlob: Sendable, Hashable {
    /// The blob's credential; nil if no credential on the key can decrypt it, so that nobody can read it.
    public var credential: KeyCredential?
    /// The size of the blob itself in bytes, as the entry claims; nil if it is not an entry in CTAP's form.
    public var originalSize: Int?
    /// The size of the entry in bytes, compressed and encrypted.
    public var storedSize: Int
}

/// A key's large-blob array (CTAP 2.3 section 6.10).
public struct KeyLargeBlobs: Sendable, Hashable {
    /// In the array's order.
    public var blobs: [KeyLargeBlob]
    /// The size of the array and its hash in bytes.
    public var size: Int
    /// The maximum size in bytes; nil if the key does not say.
    public var capacity: Int?
}
