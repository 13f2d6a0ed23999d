import ToqueCrypto

/// What hmac-secret computes (CTAP 2.1 section 12.5).
enum HMACSecret {
    /// Bytes of a salt and of an output.
    static let size = 32

    /// HMAC-SHA-256 over each salt.
    /// - Parameters:
    ///   - seed: CredRandomWithUV or CredRandomWithoutUV of the credential.
    ///   - salts: one or two, one after the other.
    /// - Returns: as many outputs.
    static func outputs(seed: borrowing SecretBytes, salts: borrowing SecretBytes) -> SecretBytes {
        SecretBytes(count: salts.count) { outputs in
            for start in stride(from: 0, to: salts.count, by: size) {
                var salt = salts.withUnsafeBytes { Array($0[start...].prefix(size)) }
                var output = HMAC.sha256(key: seed, message: salt)
                outputs[start...].copyBytes(from: output.prefix(outputs.count - start))
                salt.cleanse()
                output.cleanse()
            }
        }
    }
}
