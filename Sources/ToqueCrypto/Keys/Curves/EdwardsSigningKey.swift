import CLibCrypto

/// A private Ed25519 or Ed448 key, ready to sign.
final class EdwardsSigningKey: @unchecked Sendable {
    // Sendable: an EVP_PKEY does not change after creation, and OpenSSL lets threads sign with one key.
    private let key: OpaquePointer

    /// - Throws: `invalidKey` for a seed of another length.
    init(_ curve: EdwardsCurve, seed: borrowing SecretBytes) throws(CryptoError) {
        let key = seed.withUnsafeBytes {
            EVP_PKEY_new_raw_private_key(curve.nid, nil, $0.bindMemory(to: UInt8.self).baseAddress, $0.count)
        }
        guard let key else {
            ERR_clear_error()
            throw .invalidKey("a seed of \(seed.count) bytes, expected \(curve.size)")
        }
        self.key = key
    }

    deinit { EVP_PKEY_free(key) }

    func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] { try signature(of: message, by: key, digest: nil) }

    func publicKey() throws(CryptoError) -> PublicKeyParameters { try PublicKeyParameters(evp: key) }
}

/// A signature by EVP_DigestSign.
/// - Parameters:
///   - digest: nil if the algorithm has its own.
///   - configure: sets the options of the key type; returns false on failure.
func signature(
    of message: [UInt8], by key: OpaquePointer, digest: DigestAlgorithm?,
    configure: (OpaquePointer?) -> Bool = { _ in true }
) throws(CryptoError) -> [UInt8] {
    guard let context = EVP_MD_CTX_new() else { throw .library("signing") }
    defer { EVP_MD_CTX_free(context) }
    var keyContext: OpaquePointer?
    guard EVP_DigestSignInit(context, &keyContext, digest?.function, nil, key) == 1, configure(keyContext) else {
        throw .library("signing")
    }
    var length = Int(EVP_PKEY_get_size(key))
    var signature = [UInt8](repeating: 0, count: length)
    guard EVP_DigestSign(context, &signature, &length, message, message.count) == 1 else {
        throw .library("signing")
    }
    signature.removeLast(signature.count - length)
    return signature
}
