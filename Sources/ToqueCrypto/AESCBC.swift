import CLibCrypto

/// AES in CBC mode (NIST SP 800-38A section 6.2) without padding: AES-128 with a key of 16 bytes, AES-256 with one of
/// 32. It does not authenticate: before decrypting data that others may have changed, check a MAC.
public enum AESCBC {
    public static let blockSize = 16

    // Fetched once: see DigestAlgorithm.
    nonisolated(unsafe) private static let aes128 = EVP_CIPHER_fetch(nil, "AES-128-CBC", nil)
    nonisolated(unsafe) private static let aes256 = EVP_CIPHER_fetch(nil, "AES-256-CBC", nil)

    /// - Parameters:
    ///   - plaintext: whole blocks.
    ///   - key: 16 or 32 bytes.
    ///   - initializationVector: 16 bytes.
    /// - Returns: the ciphertext, as long as the plaintext.
    /// - Throws: `invalidKey` for a key or a vector of another size, `unsupported` if the plaintext is not whole
    ///   blocks.
    public static func encrypt(
        _ plaintext: borrowing SecretBytes, key: borrowing SecretBytes, initializationVector: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        let ciphertext = try plaintext.withUnsafeBytes { (plaintext) throws(CryptoError) in
            try run(plaintext, key: key, initializationVector: initializationVector, encrypting: true)
        }
        return ciphertext.withUnsafeBytes { Array($0) }
    }

    /// Decrypts the output of `encrypt`.
    public static func decrypt(
        _ ciphertext: some Collection<UInt8>, key: borrowing SecretBytes, initializationVector: [UInt8]
    ) throws(CryptoError) -> SecretBytes {
        // Only to have the bytes in one buffer: they are not secret.
        try SecretBytes(copying: ciphertext).withUnsafeBytes { (ciphertext) throws(CryptoError) in
            try run(ciphertext, key: key, initializationVector: initializationVector, encrypting: false)
        }
    }

    private static var invalidSizes: CryptoError {
        .invalidKey("AES-CBC takes a key of 16 or 32 and an initialization vector of 16 bytes")
    }

    private static func run(
        _ input: UnsafeRawBufferPointer, key: borrowing SecretBytes, initializationVector: [UInt8], encrypting: Bool
    ) throws(CryptoError) -> SecretBytes {
        let cipher =
            switch key.count {
            case 16: aes128
            case 32: aes256
            default: throw invalidSizes
            }
        guard initializationVector.count == blockSize else { throw invalidSizes }
        guard input.count % blockSize == 0, let length = Int32(exactly: input.count) else {
            throw .unsupported("AES-CBC of \(input.count) bytes, which are not whole blocks")
        }
        guard let context = EVP_CIPHER_CTX_new() else { throw .library("AES-CBC") }
        defer { EVP_CIPHER_CTX_free(context) }
        return try SecretBytes(count: input.count) { (output) throws(CryptoError) in
            let target = output.bindMemory(to: UInt8.self).baseAddress
            var written: Int32 = 0
            let ok = key.withUnsafeBytes { key in
                EVP_CipherInit_ex2(
                    context, cipher, key.bindMemory(to: UInt8.self).baseAddress, initializationVector,
                    encrypting ? 1 : 0, nil) == 1
                    && EVP_CIPHER_CTX_set_padding(context, 0) == 1
                    && (length == 0
                        || EVP_CipherUpdate(
                            context, target, &written, input.bindMemory(to: UInt8.self).baseAddress, length) == 1)
            }
            guard ok, written == length else { throw .library("AES-CBC") }
        }
    }
}
