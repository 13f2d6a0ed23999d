import ToqueCrypto

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
