import CLibCrypto

/// The two primes of an RSA key with the exponent 65537.
enum RSAPrimes {
    /// Both primes, one after the other, each of `bits / 2` bits with its two highest bits set, so that the modulus has
    /// exactly `bits` bits. OpenSSL's generator cannot be seeded, so this type draws the candidates and OpenSSL tests
    /// them (FIPS 186-5 A.1.3, with BN_check_prime's number of rounds).
    static func generate(bits: Int, random: some RandomSource) throws(CryptoError) -> SecretBytes {
        let size = bits / 16
        guard let context = BN_CTX_secure_new(), let candidate = BN_secure_new() else {
            throw .library("RSA key generation")
        }
        defer {
            BN_clear_free(candidate)
            BN_CTX_free(context)
        }
        return try SecretBytes(count: size * 2) { (primes) throws(CryptoError) in
            try prime(into: .init(rebasing: primes[..<size]), candidate, context, random)
            repeat {
                try prime(into: .init(rebasing: primes[size...]), candidate, context, random)
            } while primes[..<8].elementsEqual(primes[size..<size + 8])
        }
    }

    /// A prime p with gcd(p - 1, 65537) = 1. Candidates start at a random odd number and increase by two, which takes
    /// far fewer random bytes than drawing each one.
    private static func prime(
        into buffer: UnsafeMutableRawBufferPointer, _ candidate: OpaquePointer, _ context: OpaquePointer,
        _ random: some RandomSource
    ) throws(CryptoError) {
        let bytes = buffer.bindMemory(to: UInt8.self)
        while true {
            random.fill(buffer)
            buffer[0] |= 0xC0
            buffer[buffer.count - 1] |= 1
            guard BN_bin2bn(bytes.baseAddress, Int32(buffer.count), candidate) != nil else {
                throw .library("RSA key generation")
            }
            // A prime of this size comes within some hundred odd numbers. After 4096, a new start is drawn.
            for _ in 0..<4096 {
                if BN_mod_word(candidate, 65537) != 1, BN_check_prime(candidate, context, nil) == 1 {
                    if BN_num_bits(candidate) != buffer.count * 8 { break }
                    guard BN_bn2binpad(candidate, bytes.baseAddress, Int32(buffer.count)) == buffer.count else {
                        throw .library("RSA key generation")
                    }
                    return
                }
                guard BN_add_word(candidate, 2) == 1 else { throw .library("RSA key generation") }
            }
        }
    }
}
