import Testing
import ToqueCrypto
import ToqueTestSupport

@Suite struct AES256GCMTests {
    private static let key = hex("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308")
    private static let nonce = hex("cafebabefacedbaddecaf888")
    private static let associated = hex("feedfacedeadbeeffeedfacedeadbeefabaddad2")
    private static let plaintext = hex(
        """
        d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72
        1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39
        """)
    private static let sealed = hex(
        """
        522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa
        8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662
        76fc6ece0f4e1768cddf8853bb2d551b
        """)

    private func seal(_ plaintext: [UInt8], key: [UInt8], nonce: [UInt8], _ associated: [UInt8]) throws -> [UInt8] {
        try AES256GCM.seal(
            SecretBytes(copying: plaintext), key: SecretBytes(copying: key), nonce: nonce, associatedData: associated)
    }

    private func open(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8], _ associated: [UInt8]) throws -> [UInt8] {
        try AES256GCM.open(sealed, key: SecretBytes(copying: key), nonce: nonce, associatedData: associated)
            .withUnsafeBytes { Array($0) }
    }

    /// McGrew and Viega's test cases 13, 14 and 16, the vectors of NIST's submission.
    @Test(
        "AES-256-GCM seals and opens NIST's vectors",
        arguments: [
            (
                [UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 12), [], [],
                hex("530f8afbc74536b9a963b4f1c4cb738b")
            ),
            (
                [UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 12), [],
                [UInt8](repeating: 0, count: 16),
                hex("cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919")
            ),
            (key, nonce, associated, plaintext, sealed),
        ] as [([UInt8], [UInt8], [UInt8], [UInt8], [UInt8])])
    func vectors(key: [UInt8], nonce: [UInt8], associated: [UInt8], plaintext: [UInt8], sealed: [UInt8]) throws {
        #expect(try seal(plaintext, key: key, nonce: nonce, associated) == sealed)
        #expect(try open(sealed, key: key, nonce: nonce, associated) == plaintext)
    }

    @Test("Opening fails if the message, key, nonce or associated data differs")
    func everyChangedByteIsNoticed() {
        for index in Self.sealed.indices {
            var sealed = Self.sealed
            sealed[index] ^= 1
            #expect(throws: CryptoError.authenticationFailed) {
                try open(sealed, key: Self.key, nonce: Self.nonce, Self.associated)
            }
        }
        for count in 0..<Self.sealed.count {
            #expect(throws: CryptoError.authenticationFailed) {
                try open(Array(Self.sealed.prefix(count)), key: Self.key, nonce: Self.nonce, Self.associated)
            }
        }
        var otherKey = Self.key
        otherKey[31] ^= 1
        var otherNonce = Self.nonce
        otherNonce[0] ^= 1
        #expect(throws: CryptoError.authenticationFailed) {
            try open(Self.sealed, key: otherKey, nonce: Self.nonce, Self.associated)
        }
        #expect(throws: CryptoError.authenticationFailed) {
            try open(Self.sealed, key: Self.key, nonce: otherNonce, Self.associated)
        }
        #expect(throws: CryptoError.authenticationFailed) {
            try open(Self.sealed, key: Self.key, nonce: Self.nonce, [])
        }
    }

    @Test(
        "A key or nonce of another size is refused",
        arguments: [(0, 12), (16, 12), (31, 12), (33, 12), (32, 0), (32, 11), (32, 16)])
    func wrongSizesAreRefused(keySize: Int, nonceSize: Int) {
        let key = [UInt8](repeating: 1, count: keySize)
        let nonce = [UInt8](repeating: 1, count: nonceSize)
        #expect(throws: CryptoError.self) { try seal([1], key: key, nonce: nonce, []) }
        #expect(throws: CryptoError.self) { try open(Self.sealed, key: key, nonce: nonce, []) }
    }
}
