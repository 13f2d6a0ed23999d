import CLibCrypto
import Synchronization

/// A source of random bytes: the system, or a seed that makes keys, ids and challenges reproducible.
public protocol RandomSource: Sendable {
    /// Fills the buffer.
    func fill(_ buffer: UnsafeMutableRawBufferPointer)

    /// True if the same seed gives the same bytes. Signatures then take their nonces from RFC 6979, so that they repeat
    /// too.
    var isDeterministic: Bool { get }
}

extension RandomSource {
    /// `count` random bytes.
    public func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            fill(UnsafeMutableRawBufferPointer(buffer))
            initialized = count
        }
    }

    /// `count` secret random bytes.
    public func secret(_ count: Int) -> SecretBytes { SecretBytes(count: count) { fill($0) } }
}

/// OpenSSL's generator, seeded by the kernel.
public struct SystemRandom: RandomSource {
    public init() {}
    public var isDeterministic: Bool { false }

    public func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        // Nothing works without randomness, and the caller cannot restore it.
        precondition(
            RAND_priv_bytes(buffer.baseAddress, Int32(buffer.count)) == 1, "the system gives no random bytes")
    }
}

/// Random bytes from a seed (HMAC-DRBG of NIST SP 800-90A with SHA-256). The seed reveals every key made from it: keep
/// it secret, or use the keys for tests, vectors and demonstrations only.
public final class SeededRandom: RandomSource {
    private let generator: Mutex<HMACDRBG>

    /// - Parameter secret: at least 32 random bytes, if keys are derived from them.
    public init(secret: borrowing SecretBytes) { generator = Mutex(HMACDRBG(.sha256, seed: secret)) }
    public convenience init(seed: [UInt8]) { self.init(secret: SecretBytes(copying: seed)) }
    public convenience init(seed: String) { self.init(seed: Array(seed.utf8)) }

    public var isDeterministic: Bool { true }

    public func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        generator.withLock { $0.generate(into: buffer) }
    }
}

/// The same numbers from a seed in every run, for tests, fuzzers and loads (SplitMix64 of Steele, Lea and Flood, "Fast
/// Splittable Pseudorandom Number Generators"). It is not a `RandomSource`, so that no secret can be made with it.
public struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
