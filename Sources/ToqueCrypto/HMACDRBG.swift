/// HMAC-DRBG of NIST SP 800-90A section 10.1.2, without reseeding: the core of RFC 6979 and of seeded randomness.
struct HMACDRBG: ~Copyable, Sendable {
    private let algorithm: DigestAlgorithm
    private var key: SecretBytes
    private var value: SecretBytes

    /// Instantiates from the seed material (10.1.2.3).
    init(_ algorithm: DigestAlgorithm, seed: borrowing SecretBytes) {
        self.algorithm = algorithm
        key = SecretBytes(copying: repeatElement(0, count: algorithm.size))
        value = SecretBytes(copying: repeatElement(1, count: algorithm.size))
        seed.withUnsafeBytes { update($0) }
    }

    /// HMAC_DRBG_Update (10.1.2.2). Without data it is also RFC 6979 section 3.2 h.3: K = HMAC_K(V || 0x00),
    /// V = HMAC_K(V).
    mutating func update(_ provided: UnsafeRawBufferPointer = .init(start: nil, count: 0)) {
        let rounds: [UInt8] = provided.isEmpty ? [0] : [0, 1]
        for round in rounds {
            key = Swift.withUnsafeBytes(of: round) { hmac($0, provided) }
            value = hmac()
        }
    }

    /// Output bits without the final update: RFC 6979 section 3.2 h.2.
    mutating func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        var rest = buffer[...]
        while !rest.isEmpty {
            value = hmac()
            let count = min(rest.count, value.count)
            value.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: rest).copyMemory(from: .init(rebasing: $0[..<count]))
            }
            rest = rest.dropFirst(count)
        }
    }

    /// HMAC_DRBG_Generate (10.1.2.5).
    mutating func generate(into buffer: UnsafeMutableRawBufferPointer) {
        fill(buffer)
        update()
    }

    /// HMAC_K(V || suffix).
    private func hmac(_ suffix: UnsafeRawBufferPointer...) -> SecretBytes {
        var tag = key.withUnsafeBytes { key in
            value.withUnsafeBytes { HMAC.authenticate(algorithm, key: key, message: [$0] + suffix) }
        }
        return SecretBytes(consuming: &tag)
    }
}
