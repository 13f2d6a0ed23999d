import CLibCrypto

/// The hash functions that WebAuthn and its attestation formats use.
public enum DigestAlgorithm: Sendable, Hashable, CaseIterable {
    case sha1, sha256, sha384, sha512

    /// The length of a digest, in bytes.
    public var size: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    /// The length of the function's input block, in bytes, which HMAC needs.
    var blockSize: Int {
        switch self {
        case .sha1, .sha256: 64
        case .sha384, .sha512: 128
        }
    }

    // Fetched once: EVP_sha256() makes OpenSSL 3 look the algorithm up at each use.
    nonisolated(unsafe) private static let fetchedSHA1 = EVP_MD_fetch(nil, "SHA1", nil)
    nonisolated(unsafe) private static let fetchedSHA256 = EVP_MD_fetch(nil, "SHA2-256", nil)
    nonisolated(unsafe) private static let fetchedSHA384 = EVP_MD_fetch(nil, "SHA2-384", nil)
    nonisolated(unsafe) private static let fetchedSHA512 = EVP_MD_fetch(nil, "SHA2-512", nil)

    var function: OpaquePointer? {
        switch self {
        case .sha1: Self.fetchedSHA1
        case .sha256: Self.fetchedSHA256
        case .sha384: Self.fetchedSHA384
        case .sha512: Self.fetchedSHA512
        }
    }
}

public enum Digest {
    /// The digest of the concatenated parts.
    public static func hash(_ algorithm: DigestAlgorithm, _ parts: [UInt8]...) -> [UInt8] {
        var hasher = Hasher(algorithm)
        for part in parts { part.withUnsafeBytes { hasher.update($0) } }
        return hasher.finalize()
    }

    /// The digest of bytes followed by a secret, without copying the secret.
    public static func hash(
        _ algorithm: DigestAlgorithm, _ bytes: [UInt8], followedBy secret: borrowing SecretBytes
    ) -> [UInt8] {
        var hasher = Hasher(algorithm)
        bytes.withUnsafeBytes { hasher.update($0) }
        secret.withUnsafeBytes { hasher.update($0) }
        return hasher.finalize()
    }

    public static func sha256(_ bytes: [UInt8]) -> [UInt8] { hash(.sha256, bytes) }

    /// The digest of a secret, itself a secret.
    public static func sha256(_ secret: borrowing SecretBytes) -> SecretBytes {
        var digest = secret.withUnsafeBytes { secret in
            var hasher = Hasher(.sha256)
            hasher.update(secret)
            return hasher.finalize()
        }
        return SecretBytes(consuming: &digest)
    }

    public static func sha256(_ text: String) -> [UInt8] { sha256(Array(text.utf8)) }

    /// An unfinished digest. OpenSSL's digests fail only when memory runs out, which Swift does not survive either.
    struct Hasher: ~Copyable {
        private let context: OpaquePointer?
        private let size: Int

        init(_ algorithm: DigestAlgorithm) {
            context = EVP_MD_CTX_new()
            size = algorithm.size
            check(EVP_DigestInit_ex2(context, algorithm.function, nil))
        }

        deinit { EVP_MD_CTX_free(context) }

        mutating func update(_ bytes: UnsafeRawBufferPointer) {
            check(EVP_DigestUpdate(context, bytes.baseAddress, bytes.count))
        }

        mutating func finalize() -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                check(EVP_DigestFinal_ex(context, buffer.baseAddress, nil))
                count = size
            }
        }

        private func check(_ result: Int32) {
            precondition(result == 1, "OpenSSL cannot compute a digest (out of memory?)")
        }
    }
}
