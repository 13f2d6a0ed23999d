import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

/// A non-discoverable credential in the form of its ID, the only place where it is stored.
struct WrappedCredential: ~Copyable, Sendable {
    let algorithm: COSEAlgorithm
    let keyType: KeyType
    let traits: CredentialTraits
    /// See `KeyPair.secret`.
    let privateKey: SecretBytes

    /// The first byte, which distinguishes later forms.
    private static let version: UInt8 = 1
    private static let headerSize = 4
    /// The algorithms that two bytes can represent, modulo 65,536: all signature algorithms have negative numbers, down
    /// to RS1's.
    private static let numbers = -65_536 ... -1

    /// The size of the plaintext in bytes, by kind of key.
    static func size(_ keyType: KeyType) -> Int { headerSize + keyType.secretSize }

    /// The plaintext: the version, the algorithm in two bytes, the traits in one, the private key.
    /// - Throws: `unsupported` for an algorithm outside that range.
    static func encode(
        _ algorithm: COSEAlgorithm, _ traits: CredentialTraits, privateKey: borrowing SecretBytes
    ) throws(CryptoError) -> SecretBytes {
        guard numbers.contains(algorithm.rawValue) else { throw .unsupported("\(algorithm)") }
        let number = UInt16(truncatingIfNeeded: algorithm.rawValue)
        return SecretBytes(count: headerSize + privateKey.count) { buffer in
            buffer[0] = version
            buffer[1] = UInt8(truncatingIfNeeded: number >> 8)
            buffer[2] = UInt8(truncatingIfNeeded: number)
            buffer[3] = traits.byte
            privateKey.withUnsafeBytes { buffer[headerSize...].copyBytes(from: $0) }
        }
    }

    /// Nil for a form that this version does not support.
    init?(decoding plaintext: borrowing SecretBytes) {
        let decoded = plaintext.withUnsafeBytes { bytes -> (COSEAlgorithm, KeyType, CredentialTraits)? in
            guard bytes.count > Self.headerSize, bytes[0] == Self.version else { return nil }
            let number = Int(bytes[1]) << 8 | Int(bytes[2])
            let algorithm = COSEAlgorithm(rawValue: number + Self.numbers.lowerBound)
            guard let keyType = algorithm.keyType, bytes.count == Self.size(keyType),
                let traits = CredentialTraits(byte: bytes[3])
            else { return nil }
            return (algorithm, keyType, traits)
        }
        guard let (algorithm, keyType, traits) = decoded else { return nil }
        self.algorithm = algorithm
        self.keyType = keyType
        self.traits = traits
        privateKey = plaintext.withUnsafeBytes { SecretBytes(copying: $0[Self.headerSize...]) }
    }
}

extension CredentialTraits {
    private static let payment: UInt8 = 0x04
    private static let backup: (low: UInt8, high: UInt8) = (0x08, 0x40)
    private static let counter: (low: UInt8, high: UInt8) = (0x10, 0x20)

    /// The protection level in the two lowest bits, one bit for payments, and two bits for each of the others.
    fileprivate var byte: UInt8 {
        protection.rawValue | (isForThirdPartyPayment ? Self.payment : 0) | Self.bits(backup.rawValue, Self.backup)
            | Self.bits(counter.rawValue, Self.counter)
    }

    fileprivate init?(byte: UInt8) {
        guard byte < 0x80, let protection = CredentialProtectionPolicy(rawValue: byte & 0x03),
            let backup = BackupState(rawValue: Self.number(byte, Self.backup)),
            let counter = CounterBehavior.Kind(rawValue: Self.number(byte, Self.counter))
        else { return nil }
        self.init(
            protection: protection, isForThirdPartyPayment: byte & Self.payment != 0, backup: backup,
            counter: counter)
    }

    /// A two-bit number in its position.
    private static func bits(_ number: Int, _ places: (low: UInt8, high: UInt8)) -> UInt8 {
        (number & 1 != 0 ? places.low : 0) | (number & 2 != 0 ? places.high : 0)
    }

    private static func number(_ byte: UInt8, _ places: (low: UInt8, high: UInt8)) -> Int {
        (byte & places.low != 0 ? 1 : 0) | (byte & places.high != 0 ? 2 : 0)
    }
}

extension KeyType {
    /// The size of the private key in bytes: see `KeyPair`.
    var secretSize: Int {
        switch self {
        case .ec(let curve): curve.size
        case .ed25519: 32
        case .ed448: 57
        case .rsa(let bits): bits / 8
        }
    }
}
