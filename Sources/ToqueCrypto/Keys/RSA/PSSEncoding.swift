import CLibCrypto

/// EMSA-PSS of RFC 8017 section 9.1.1 with MGF1 and a given salt, which EVP does not accept.
struct PSSEncoding {
    let digest: DigestAlgorithm
    let modulusBits: Int

    /// The encoded message of a message's digest.
    /// - Throws: `unsupported` if the modulus is too short.
    func encode(_ hash: [UInt8], salt: [UInt8]) throws(CryptoError) -> [UInt8] {
        // 3. emLen, of modBits - 1 bits.
        let bits = modulusBits - 1
        let length = (bits + 7) / 8
        let paddingLength = length - salt.count - hash.count - 2
        guard paddingLength >= 0 else { throw .unsupported("PSS with a modulus of \(modulusBits) bits") }
        // 5, 6. M' and H.
        let seed = Digest.hash(digest, [UInt8](repeating: 0, count: 8), hash, salt)
        // 7 to 10. DB, masked.
        var block = [UInt8](repeating: 0, count: paddingLength) + [1] + salt
        var mask = [UInt8](repeating: 0, count: block.count)
        guard PKCS1_MGF1(&mask, mask.count, seed, seed.count, digest.function) == 0 else { throw .library("signing") }
        for index in block.indices { block[index] ^= mask[index] }
        // 11. The bits above emBits.
        block[0] &= 0xFF >> UInt8(8 * length - bits)
        // 12.
        return block + seed + [0xBC]
    }
}
