import SoftAuthenticator
import ToqueCrypto

/// The content of a key file that is sealed under a passphrase: magic number and version, scrypt parameters, salt, and
/// the key under AES-256-GCM with everything before it as associated data.
struct SealedKey {
    private static let magic = Array("TOQUEKEY".utf8)
    private static let version: UInt8 = 1
    private static let saltSize = 16
    private static let headerSize = magic.count + 4 + saltSize
    /// The size of the file in bytes.
    static let size = headerSize + AES256GCM.nonceSize + KeyFile.size + AES256GCM.tagSize

    let bytes: [UInt8]
    private let scrypt: Scrypt

    /// nil for bytes that are not a sealed key of this version.
    init?(_ bytes: [UInt8]) {
        let numbers = bytes.dropFirst(Self.magic.count).prefix(4)
        guard bytes.count == Self.size, bytes.starts(with: Self.magic), numbers.first == Self.version,
            case let numbers = Array(numbers.dropFirst()), numbers.count == 3,
            let scrypt = Scrypt(
                validatingCostLog2: numbers[0], blockSize: numbers[1], parallelization: numbers[2])
        else { return nil }
        self.bytes = bytes
        self.scrypt = scrypt
    }

    /// Seals a key.
    init(
        _ key: borrowing SecretBytes, under passphrase: borrowing SecretBytes, scrypt: Scrypt = .interactive
    ) throws(CryptoError) {
        let random = SystemRandom()
        let salt = random.bytes(Self.saltSize)
        let header =
            Self.magic + [Self.version, scrypt.costLog2, scrypt.blockSize, scrypt.parallelization] + salt
        let nonce = random.bytes(AES256GCM.nonceSize)
        let sealed = try AES256GCM.seal(
            key, key: try scrypt.derive(from: passphrase, salt: salt, count: AES256GCM.keySize), nonce: nonce,
            associatedData: header)
        bytes = header + nonce + sealed
        self.scrypt = scrypt
    }

    /// Returns the key.
    /// - Throws: `authenticationFailed` if the passphrase is wrong or a byte was changed.
    func open(with passphrase: borrowing SecretBytes) throws(CryptoError) -> SecretBytes {
        let header = Array(bytes[..<Self.headerSize])
        let sealed = bytes[Self.headerSize...]
        return try AES256GCM.open(
            Array(sealed.dropFirst(AES256GCM.nonceSize)),
            key: try scrypt.derive(
                from: passphrase, salt: Array(header.suffix(Self.saltSize)), count: AES256GCM.keySize),
            nonce: Array(sealed.prefix(AES256GCM.nonceSize)), associatedData: header)
    }
}
