/// HMAC-DRBG of NIST SP 800-90A section 10.1.2, without reseeding: the core of RFC 6979 and of seeded randomness.
struct HMACDRBG: Sendable {
    private let algorithm: DigestAlgorithm
    private var key: [UInt8]
    private var value: [UInt8]

    /// Instantiates from the seed material (10.1.2.3).
    init(_ algorithm: DigestAlgorithm, seed: [UInt8]) {
        self.algorithm = algorithm
        key = [UInt8](repeating: 0, count: algorithm.size)
        value = [UInt8](repeating: 1, count: algorithm.size)
        update(seed)
    }

    /// HMAC_DRBG_Update (10.1.2.2).
    mutating func update(_ provided: [UInt8] = []) {
        key = hmac(value + [0] + provided)
        value = hmac(value)
        guard !provided.isEmpty else { return }
        key = hmac(value + [1] + provided)
        value = hmac(value)
    }

    /// Output bits without the update at the end: RFC 6979 section 3.2 h.2.
    mutating func block(_ count: Int) -> [UInt8] {
        var output: [UInt8] = []
        while output.count < count {
            value = hmac(value)
            output += value
        }
        return Array(output.prefix(count))
    }

    /// HMAC_DRBG_Generate (10.1.2.5).
    mutating func generate(into buffer: UnsafeMutableRawBufferPointer) {
        var output = block(buffer.count)
        buffer.copyBytes(from: output)
        output.cleanse()
        update()
    }

    private func hmac(_ message: [UInt8]) -> [UInt8] {
        key.withUnsafeBytes { key in
            message.withUnsafeBytes { HMAC.authenticate(algorithm, key: key, message: $0) }
        }
    }
}
