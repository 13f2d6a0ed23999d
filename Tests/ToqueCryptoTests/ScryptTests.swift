import Testing
import ToqueCrypto
import ToqueEncoding

@Suite struct ScryptTests {
    /// RFC 7914 section 12.
    @Test(
        "Scrypt derives RFC 7914's keys",
        arguments: [
            (
                "password", "NaCl", 10, 8, 16,
                """
                fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830da\
                c727afb94a83ee6d8360cbdfa2cc0640
                """
            ),
            (
                "pleaseletmein", "SodiumChloride", 14, 8, 1,
                """
                7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9\
                e61e85dc0d651e40dfcf017b45575887
                """
            ),
        ] as [(String, String, UInt8, UInt8, UInt8, String)])
    func vectors(
        passphrase: String, salt: String, costLog2: UInt8, blockSize: UInt8, parallelization: UInt8, expected: String
    ) throws {
        let scrypt = try #require(
            Scrypt(validatingCostLog2: costLog2, blockSize: blockSize, parallelization: parallelization))
        let key = try scrypt.derive(
            from: SecretBytes(copying: Array(passphrase.utf8)), salt: Array(salt.utf8), count: 64)
        #expect(Hex.encode(key.withUnsafeBytes { Array($0) }) == expected)
    }

    @Test(
        "Scrypt parameters outside the limits are refused",
        arguments: [(0, 8, 1), (21, 8, 1), (17, 0, 1), (17, 9, 1), (17, 8, 0), (17, 8, 17), (255, 255, 255)])
    func numbersThatAskForTooMuch(costLog2: UInt8, blockSize: UInt8, parallelization: UInt8) {
        #expect(
            Scrypt(validatingCostLog2: costLog2, blockSize: blockSize, parallelization: parallelization) == nil)
    }
}
