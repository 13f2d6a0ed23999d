/// Key derivation (RFC 5869).
public enum HKDF {
    /// `count` bytes from the input key, at most 255 digests.
    public static func derive(
        _ algorithm: DigestAlgorithm = .sha256, from secret: borrowing SecretBytes, salt: [UInt8], info: [UInt8],
        count: Int
    ) -> SecretBytes {
        precondition(count >= 0 && count <= 255 * algorithm.size, "HKDF gives at most 255 digests")
        var pseudorandomKey = salt.withUnsafeBytes { salt in
            secret.withUnsafeBytes { HMAC.authenticate(algorithm, key: salt, message: $0) }
        }
        defer { pseudorandomKey.cleanse() }
        var output: [UInt8] = []
        var block: [UInt8] = []
        defer { block.cleanse() }
        for counter in 1...max(1, (count + algorithm.size - 1) / algorithm.size) {
            var input = block + info + [UInt8(counter)]
            block = pseudorandomKey.withUnsafeBytes { key in
                input.withUnsafeBytes { HMAC.authenticate(algorithm, key: key, message: $0) }
            }
            input.cleanse()
            output += block
        }
        defer { output.cleanse() }
        return SecretBytes(copying: output.prefix(count))
    }
}
