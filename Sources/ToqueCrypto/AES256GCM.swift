import CLibCrypto

/// AES-256-GCM (NIST SP 800-38D) with a 12-byte nonce and a 16-byte tag.
public enum AES256GCM {
    public static let keySize = 32
    public static let nonceSize = 12
    public static let tagSize = 16

    // Fetched once: see DigestAlgorithm.
    nonisolated(unsafe) private static let cipher = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)

    /// Encrypts and authenticates.
    /// - Parameters:
    ///   - key: 32 bytes.
    ///   - nonce: 12 bytes, never used twice with the same key.
    ///   - associatedData: authenticated, not encrypted.
    /// - Returns: the ciphertext, as long as the plaintext, followed by the tag.
    public static func seal(
        _ plaintext: borrowing SecretBytes, key: borrowing SecretBytes, nonce: [UInt8], associatedData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try plaintext.withUnsafeBytes { (plaintext) throws(CryptoError) in
            try run(key: key, nonce: nonce, associatedData: associatedData, encrypting: true) {
                (context) throws(CryptoError) in
                var sealed = [UInt8](repeating: 0, count: plaintext.count + tagSize)
                let ok = sealed.withUnsafeMutableBytes { output in
                    let bytes = output.bindMemory(to: UInt8.self)
                    var length: Int32 = 0
                    return EVP_EncryptUpdate(
                        context, bytes.baseAddress, &length,
                        plaintext.bindMemory(to: UInt8.self).baseAddress, Int32(plaintext.count)) == 1
                        && EVP_EncryptFinal_ex(context, bytes.baseAddress.map { $0 + Int(length) }, &length) == 1
                        && EVP_CIPHER_CTX_ctrl(
                            context, EVP_CTRL_AEAD_GET_TAG, Int32(tagSize),
                            bytes.baseAddress.map { $0 + plaintext.count }) == 1
                }
                guard ok else { throw .library("AES-256-GCM encryption") }
                return sealed
            }
        }
    }

    /// Decrypts the output of `seal`.
    /// - Throws: `authenticationFailed` if the key, the nonce, the associated data or any byte differs.
    public static func open(
        _ sealed: [UInt8], key: borrowing SecretBytes, nonce: [UInt8], associatedData: [UInt8]
    ) throws(CryptoError) -> SecretBytes {
        guard sealed.count >= tagSize else { throw .authenticationFailed }
        let count = sealed.count - tagSize
        return try run(key: key, nonce: nonce, associatedData: associatedData, encrypting: false) {
            (context) throws(CryptoError) in
            try SecretBytes(count: count) { (plaintext) throws(CryptoError) in
                let output = plaintext.bindMemory(to: UInt8.self)
                var tag = Array(sealed[count...])
                var length: Int32 = 0
                let ok =
                    EVP_DecryptUpdate(context, output.baseAddress, &length, sealed, Int32(count)) == 1
                    && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagSize), &tag) == 1
                    && EVP_DecryptFinal_ex(context, output.baseAddress.map { $0 + Int(length) }, &length) == 1
                guard ok else {
                    ERR_clear_error()
                    throw .authenticationFailed
                }
            }
        }
    }

    private static func run<Result: ~Copyable>(
        key: borrowing SecretBytes, nonce: [UInt8], associatedData: [UInt8], encrypting: Bool,
        _ body: (OpaquePointer) throws(CryptoError) -> Result
    ) throws(CryptoError) -> Result {
        guard key.count == keySize, nonce.count == nonceSize else {
            throw .invalidKey("AES-256-GCM takes a key of 32 and a nonce of 12 bytes")
        }
        guard let context = EVP_CIPHER_CTX_new() else { throw .library("AES-256-GCM") }
        defer { EVP_CIPHER_CTX_free(context) }
        let ready = key.withUnsafeBytes { key in
            var length: Int32 = 0
            return EVP_CipherInit_ex2(
                context, cipher, key.bindMemory(to: UInt8.self).baseAddress, nonce, encrypting ? 1 : 0, nil) == 1
                && (associatedData.isEmpty
                    || EVP_CipherUpdate(context, nil, &length, associatedData, Int32(associatedData.count)) == 1)
        }
        guard ready else { throw .library("AES-256-GCM") }
        return try body(context)
    }
}
