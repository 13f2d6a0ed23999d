import ToqueCrypto

/// The form in which an authenticator keeps the large-blob array (CTAP 2.3 section 6.10.2): the array's CBOR and the
/// first half of its SHA-256. An authenticator looks no further into it than this.
public enum SerializedLargeBlobArray {
    /// Bytes of the hash at the end.
    private static let hashSize = 16
    /// Bytes of the shortest one: the CBOR of an array has one at least.
    public static let minSize = 1 + hashSize

    /// What an authenticator has before anything is written and after a reset: an empty array.
    public static let initial = serialize([0x80])

    /// Whether the hash is that of what stands before it.
    public static func isIntact(_ bytes: [UInt8]) -> Bool { array(in: bytes) != nil }

    /// The CBOR without the hash; nil where the hash is another.
    static func array(in bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= minSize else { return nil }
        let array = Array(bytes.dropLast(hashSize))
        return hash(of: array).elementsEqual(bytes.suffix(hashSize)) ? array : nil
    }

    /// - Parameter array: the CBOR.
    static func serialize(_ array: [UInt8]) -> [UInt8] { array + hash(of: array) }

    private static func hash(of array: [UInt8]) -> ArraySlice<UInt8> { Digest.sha256(array).prefix(hashSize) }
}
