import CLibCrypto

/// A key from a memorable passphrase, made expensive to guess (RFC 7914).
public struct Scrypt: Sendable, Hashable {
    /// The base-2 logarithm of N, which sets the time and the memory; 1 to `maximum.costLog2`.
    public let costLog2: UInt8
    /// r, which sets the size of a block; 1 to `maximum.blockSize`.
    public let blockSize: UInt8
    /// p, the number of passes; 1 to `maximum.parallelization`.
    public let parallelization: UInt8

    /// The cost for passphrases that open files: 128 MiB and some tenths of a second.
    public static let interactive = Scrypt(costLog2: 17, blockSize: 8, parallelization: 1)
    /// The highest cost accepted: the numbers may come from a file, which must not demand more than 1 GiB.
    private static let maximum = Scrypt(costLog2: 20, blockSize: 8, parallelization: 16)

    private init(costLog2: UInt8, blockSize: UInt8, parallelization: UInt8) {
        self.costLog2 = costLog2
        self.blockSize = blockSize
        self.parallelization = parallelization
    }

    /// Nil for numbers out of range, which could demand too much.
    public init?(validatingCostLog2 costLog2: UInt8, blockSize: UInt8, parallelization: UInt8) {
        guard (1...Self.maximum.costLog2).contains(costLog2), (1...Self.maximum.blockSize).contains(blockSize),
            (1...Self.maximum.parallelization).contains(parallelization)
        else { return nil }
        self.init(costLog2: costLog2, blockSize: blockSize, parallelization: parallelization)
    }

    /// - Parameter count: the key's length in bytes.
    /// - Throws: `library` if memory does not suffice.
    public func derive(
        from passphrase: borrowing SecretBytes, salt: [UInt8], count: Int
    ) throws(CryptoError) -> SecretBytes {
        let n = UInt64(1) << UInt64(costLog2)
        // 128 N r bytes for the blocks and 128 r p for the rest; doubled, because the library counts closely.
        let memory = 2 * 128 * (n + UInt64(parallelization)) * UInt64(blockSize)
        var isDerived = false
        let key = SecretBytes(count: count) { key in
            isDerived = passphrase.withUnsafeBytes { passphrase in
                EVP_PBE_scrypt(
                    passphrase.bindMemory(to: CChar.self).baseAddress, passphrase.count, salt, salt.count, n,
                    UInt64(blockSize), UInt64(parallelization), memory,
                    key.bindMemory(to: UInt8.self).baseAddress, key.count) == 1
            }
        }
        guard isDerived else { throw .library("scrypt") }
        return key
    }
}
