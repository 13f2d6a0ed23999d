import CLibCrypto
import ToqueCrypto

/// OpenSSL's own time for the core operation of each ceremony: the ceiling of the comparison.
final class OpenSSLCeiling: @unchecked Sendable {
    // Sendable: nothing changes after init.
    private let key: OpaquePointer
    private let message = [UInt8](repeating: 0x5A, count: 69)

    init() throws {
        guard let key = Self.generated() else { throw CryptoError.invalidKey("the benchmark's own") }
        self.key = key
    }

    deinit { EVP_PKEY_free(key) }

    /// EVP key generation on P-256.
    func generate() { EVP_PKEY_free(Self.generated()) }

    private static func generated() -> OpaquePointer? {
        let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        EVP_PKEY_keygen_init(context)
        EVP_PKEY_CTX_set_group_name(context, "P-256")
        EVP_PKEY_generate(context, &key)
        return key
    }

    /// One ECDSA signature with an open key.
    func sign() {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var output = [UInt8](repeating: 0, count: 72)
        var length = output.count
        EVP_DigestSignInit_ex(context, nil, "SHA2-256", nil, nil, key, nil)
        EVP_DigestSign(context, &output, &length, message, message.count)
    }
}
