import CLibCrypto

/// Keyed hashes (RFC 2104) over OpenSSL's digests.
public enum HMAC {
    /// The tag of the concatenated parts of a message, as long as the digest.
    static func authenticate(
        _ algorithm: DigestAlgorithm, key: UnsafeRawBufferPointer, message parts: [UnsafeRawBufferPointer]
    ) -> [UInt8] {
        // HMAC_Init refuses a NULL key, which an empty buffer gives.
        var inner = [UInt8](repeating: 0, count: algorithm.blockSize)
        if key.count > inner.count {
            var hasher = Digest.Hasher(algorithm)
            hasher.update(key)
            inner.replaceSubrange(0..<algorithm.size, with: hasher.finalize())
        } else {
            inner.replaceSubrange(0..<key.count, with: key)
        }
        var outer = inner
        for index in inner.indices {
            inner[index] ^= 0x36
            outer[index] ^= 0x5C
        }
        defer {
            inner.cleanse()
            outer.cleanse()
        }
        var hasher = Digest.Hasher(algorithm)
        inner.withUnsafeBytes { hasher.update($0) }
        for part in parts { hasher.update(part) }
        let digest = hasher.finalize()
        var last = Digest.Hasher(algorithm)
        outer.withUnsafeBytes { last.update($0) }
        digest.withUnsafeBytes { last.update($0) }
        return last.finalize()
    }

    /// The tag of the message, as long as the digest. The key can have any length.
    public static func authenticate(
        _ algorithm: DigestAlgorithm, key: borrowing SecretBytes, message: [UInt8]
    ) -> [UInt8] {
        key.withUnsafeBytes { key in message.withUnsafeBytes { authenticate(algorithm, key: key, message: [$0]) } }
    }

    public static func sha256(key: [UInt8], message: [UInt8]) -> [UInt8] {
        key.withUnsafeBytes { key in message.withUnsafeBytes { authenticate(.sha256, key: key, message: [$0]) } }
    }

    public static func sha256(key: borrowing SecretBytes, message: [UInt8]) -> [UInt8] {
        authenticate(.sha256, key: key, message: message)
    }
}
