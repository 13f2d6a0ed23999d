import ToqueCrypto

/// The stored form of the large-blob array (CTAP 2.3 section 6.10.2): the array's CBOR and the first half of its
/// SHA-256. An authenticator does not look inside.
public enum SerializedLargeBlobArray {
    /// The size of the trailing hash in bytes.
    private static let hashSize = 16
    /// The minimum size in bytes: the CBOR of an array has at least one.
    public static let minSize = 1 + hashSize

    /// The initial value, and the value after a reset: an empty array.
    public static let initial = serialize([0x80])

    /// True if the hash matches the bytes before it.
    public static func isIntact(_ bytes: [UInt8]) -> Bool { array(in: bytes) != nil }

    /// The CBOR without the hash; nil if the hash does not match.
    static func array(in bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= minSize else { return nil }
        let array = Array(bytes.dropLast(hashSize))
        return hash(of: array).elementsEqual(bytes.suffix(hashSize)) ? array : nil
    }

    /// - Parameter array: the CBOR.
    static func serialize(_ array: [UInt8]) -> [UInt8] { array + hash(of: array) }

    private static func hash(of array: [UInt8]) -> ArraySlice<UInt8> { Digest.sha256(array).prefix(hashSize) }
}
