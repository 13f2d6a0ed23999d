import Testing
import ToqueCrypto
import ToqueTestSupport

@Suite struct AESCBCTests {
    private static let key = hex("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4")
    private static let vector = hex("000102030405060708090a0b0c0d0e0f")
    private static let plaintext = hex(
        """
        6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51
        30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710
        """)
    private static let ciphertext = hex(
        """
        f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d
        39f23369a9d9bacfa530e26304231461b2eb05e2c39be9fcda6c19078c6a9d1b
        """)

    private func encrypt(_ plaintext: [UInt8], key: [UInt8] = key, vector: [UInt8] = vector) throws -> [UInt8] {
        try AESCBC.encrypt(
            SecretBytes(copying: plaintext), key: SecretBytes(copying: key), initializationVector: vector)
    }

    private func decrypt(_ ciphertext: [UInt8], key: [UInt8] = key, vector: [UInt8] = vector) throws -> [UInt8] {
        try AESCBC.decrypt(ciphertext, key: SecretBytes(copying: key), initializationVector: vector)
            .withUnsafeBytes { Array($0) }
    }

    /// NIST SP 800-38A F.2.5 and F.2.6, whole and truncated after each block.
    @Test(
        "AES-256-CBC encrypts and decrypts NIST's vector, whole and cut after each block",
        arguments: [0, 16, 32, 48, 64])
    func vectors(count: Int) throws {
        let plaintext = Array(Self.plaintext.prefix(count))
        let ciphertext = Array(Self.ciphertext.prefix(count))
        #expect(try encrypt(plaintext) == ciphertext)
        #expect(try decrypt(ciphertext) == plaintext)
    }

    /// NIST SP 800-38A F.2.1 and F.2.2, the first two blocks.
    @Test("AES-128-CBC encrypts and decrypts NIST's vector")
    func vectorOfAES128() throws {
        let key = hex("2b7e151628aed2a6abf7158809cf4f3c")
        let plaintext = Array(Self.plaintext.prefix(32))
        let ciphertext = hex("7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2")
        #expect(try encrypt(plaintext, key: key) == ciphertext)
        #expect(try decrypt(ciphertext, key: key) == plaintext)
    }

    @Test("A slice of a larger array is decrypted")
    func aPartOfALargerArray() throws {
        let message = [1, 2, 3] + Self.ciphertext
        let plaintext = try AESCBC.decrypt(
            message[3...], key: SecretBytes(copying: Self.key), initializationVector: Self.vector)
        #expect(plaintext.withUnsafeBytes { Array($0) } == Self.plaintext)
    }

    @Test("A message that is not whole blocks is refused", arguments: [1, 15, 17, 63, 65])
    func onlyWholeBlocks(count: Int) {
        let bytes = [UInt8](repeating: 0, count: count)
        let refusal = CryptoError.unsupported("AES-CBC of \(count) bytes, which are not whole blocks")
        #expect(throws: refusal) { try encrypt(bytes) }
        #expect(throws: refusal) { try decrypt(bytes) }
    }

    @Test(
        "A key or initialization vector of another size is refused",
        arguments: [(0, 16), (15, 16), (24, 16), (33, 16), (16, 15), (32, 0), (32, 15), (32, 17)])
    func wrongSizesAreRefused(keySize: Int, vectorSize: Int) {
        let key = [UInt8](repeating: 1, count: keySize)
        let vector = [UInt8](repeating: 1, count: vectorSize)
        let refusal = CryptoError.invalidKey(
            "AES-CBC takes a key of 16 or 32 and an initialization vector of 16 bytes")
        #expect(throws: refusal) { try encrypt(Self.plaintext, key: key, vector: vector) }
        #expect(throws: refusal) { try decrypt(Self.ciphertext, key: key, vector: vector) }
    }
}
