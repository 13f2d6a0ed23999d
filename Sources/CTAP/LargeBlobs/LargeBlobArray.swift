import ToqueCBOR
import ToqueCrypto

/// The large-blob array as platforms see it (CTAP 2.3 sections 6.10.3 to 6.10.5): an entry for each credential that
/// stores a blob, encrypted under the credential's largeBlobKey. Entries of other credentials, whatever they are, stay
/// as they are, byte for byte.
public struct LargeBlobArray: Sendable, Hashable {
    /// The CBOR of each item: the entries, and what else stands among them.
    public private(set) var items: [[UInt8]]

    /// Reads an array. One whose hash is another or that is no array is taken as empty (section 6.10.3).
    public init(reading serialized: [UInt8]) {
        items = SerializedLargeBlobArray.array(in: serialized).flatMap(CBOR.encodedItems) ?? []
    }

    /// Reads an array whose hash is looked at already.
    /// - Parameter array: the CBOR, without the hash.
    /// - Returns: nil for what is no array.
    public init?(array: [UInt8]) {
        guard let items = CBOR.encodedItems(ofArray: array) else { return nil }
        self.items = items
    }

    /// The CBOR, without the hash.
    public var array: [UInt8] { CBOR.encodedArray(ofItems: items) }

    /// What is written to an authenticator.
    public var serialized: [UInt8] { SerializedLargeBlobArray.serialize(array) }

    /// The blob that is stored under a key (section 6.10.4).
    /// - Parameter key: a credential's largeBlobKey, 32 bytes.
    /// - Returns: nil where there is none that can be read.
    public func blob(for key: borrowing SecretBytes) -> [UInt8]? {
        for item in items {
            if let blob = LargeBlobEntry(item)?.blob(for: key) { return blob }
        }
        return nil
    }

    /// Stores a blob in the place of the one before (section 6.10.5).
    /// - Parameters:
    ///   - key: a credential's largeBlobKey, 32 bytes.
    ///   - random: for the nonce; one that never gives the same bytes twice.
    /// - Throws: `LargeBlobError.tooLarge`; what the libraries refuse.
    public mutating func setBlob(
        _ blob: [UInt8], for key: borrowing SecretBytes, random: any RandomSource
    ) throws(LargeBlobError) {
        let entry = try LargeBlobEntry(sealing: blob, for: key, random: random)
        let first = removeBlob(for: key)
        items.insert(entry.encoded, at: first ?? items.endIndex)
    }

    /// Forgets the blob that is stored under a key.
    /// - Returns: where it stood; nil where there was none.
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
    /// Bytes of the blob.
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
