/// Key derivation (RFC 5869).
public enum HKDF {
    /// Derives `count` bytes from the input key: at most 255 digests.
    public static func derive(
        _ algorithm: DigestAlgorithm = .sha256, from secret: borrowing SecretBytes, salt: [UInt8], info: [UInt8],
        count: Int
    ) -> SecretBytes {
        precondition(count >= 0 && count <= 255 * algorithm.size, "HKDF gives at most 255 digests")
        // Section 2.2: HKDF-Extract.
        var tag = salt.withUnsafeBytes { salt in
            secret.withUnsafeBytes { HMAC.authenticate(algorithm, key: salt, message: [$0]) }
        }
        let pseudorandomKey = SecretBytes(consuming: &tag)
        // Section 2.3: HKDF-Expand.
        return SecretBytes(count: count) { output in
            var block = SecretBytes(copying: [])
            for (index, start) in stride(from: 0, to: count, by: algorithm.size).enumerated() {
                block = expand(algorithm, pseudorandomKey, block, info, UInt8(index + 1))
                block.withUnsafeBytes { block in
                    let part = block.prefix(count - start)
                    output[start..<start + part.count].copyBytes(from: part)
                }
            }
        }
    }

    /// T(n) = HMAC(PRK, T(n - 1) || info || n).
    private static func expand(
        _ algorithm: DigestAlgorithm, _ key: borrowing SecretBytes, _ previous: borrowing SecretBytes,
        _ info: [UInt8], _ counter: UInt8
    ) -> SecretBytes {
        var tag = key.withUnsafeBytes { key in
            previous.withUnsafeBytes { previous in
                (info + [counter]).withUnsafeBytes {
                    HMAC.authenticate(algorithm, key: key, message: [previous, $0])
                }
            }
        }
        return SecretBytes(consuming: &tag)
    }
}
