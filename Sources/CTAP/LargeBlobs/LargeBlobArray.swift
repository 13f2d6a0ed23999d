import ToqueCBOR
import ToqueCrypto

/// The large-blob array as platforms see it (CTAP 2.3 sections 6.10.3 to 6.10.5): an entry for each credential with a
/// blob, encrypted under the credential's largeBlobKey. Other entries stay unchanged, byte for byte.
public struct LargeBlobArray: Sendable, Hashable {
    /// The CBOR of each item, entry or not.
    public private(set) var items: [[UInt8]]

    /// Reads an array. If the hash is wrong or the bytes are not an array, it counts as empty (section 6.10.3).
    public init(reading serialized: [UInt8]) {
        items = SerializedLargeBlobArray.array(in: serialized).flatMap(CBOR.encodedItems) ?? []
    }

    /// Reads an array whose hash is already verified.
    /// - Parameter array: the CBOR, without the hash.
    /// - Returns: nil if the bytes are not an array.
    public init?(array: [UInt8]) {
        guard let items = CBOR.encodedItems(ofArray: array) else { return nil }
        self.items = items
    }

    /// The CBOR, without the hash.
    public var array: [UInt8] { CBOR.encodedArray(ofItems: items) }

    /// The bytes to write to an authenticator.
    public var serialized: [UInt8] { SerializedLargeBlobArray.serialize(array) }

    /// The blob stored under a key (section 6.10.4).
    /// - Parameter key: a credential's largeBlobKey, 32 bytes.
    /// - Returns: nil if there is no readable one.
    public func blob(for key: borrowing SecretBytes) -> [UInt8]? {
        for item in items {
            if let blob = LargeBlobEntry(item)?.blob(for: key) { return blob }
        }
        return nil
    }

    /// Stores a blob, replacing the previous one (section 6.10.5).
    /// - Parameters:
    ///   - key: a credential's largeBlobKey, 32 bytes.
    ///   - random: the source of the nonce; it must never repeat bytes.
    /// - Throws: `LargeBlobError.tooLarge`, and the libraries' failures.
    public mutating func setBlob(
        _ blob: [UInt8], for key: borrowing SecretBytes, random: any RandomSource
    ) throws(LargeBlobError) {
        let entry = try LargeBlobEntry(sealing: blob, for: key, random: random)
        let first = removeBlob(for: key)
        items.insert(entry.encoded, at: first ?? items.endIndex)
    }

    /// Removes the blob stored under a key.
    /// - Returns: its position; nil if there was none.
    @discardableResult
    public mutating func removeBlob(for key: borrowing SecretBytes) -> Int? {
        var first: Int?
        for index in items.indices.reversed() where LargeBlobEntry(items[index])?.isSealed(for: key) == true {
            items.remove(at: index)
            first = index
        }
        return first
    }
}

/// Why a large blob cannot be stored.
public enum LargeBlobError: Error, CustomStringConvertible {
    /// The blob's size in bytes.
    case tooLarge(Int)
    case compression
    case cryptography(CryptoError)

    public var description: String {
        switch self {
        case .tooLarge(let count): "the blob has \(count) bytes, \(LargeBlobEntry.maxBlobSize) are the most; shorten it"
        case .compression: "zlib cannot compress the blob"
        case .cryptography(let error): "the blob cannot be encrypted: \(error)"
        }
    }
}
