import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

/// A non-discoverable credential as its ID carries it, which is the only place where it is kept.
struct WrappedCredential: ~Copyable, Sendable {
    let algorithm: COSEAlgorithm
    let keyType: KeyType
    let traits: CredentialTraits
    /// As `KeyPair.secret` describes it.
    let privateKey: SecretBytes

    /// The first byte, so that a later form is told from this one.
    private static let version: UInt8 = 1
    private static let headerSize = 4

    /// Bytes of the plaintext for a kind of key.
    static func size(_ keyType: KeyType) -> Int { headerSize + keyType.secretSize }

    /// The plaintext: the version, the algorithm in two bytes, the traits in one, the private key.
    /// - Throws: `unsupported` for an algorithm that no profile has.
    static func encode(
        _ algorithm: COSEAlgorithm, _ traits: CredentialTraits, privateKey: borrowing SecretBytes
    ) throws(CryptoError) -> SecretBytes {
        guard let number = Int16(exactly: algorithm.rawValue) else { throw .unsupported("\(algorithm)") }
        return SecretBytes(count: headerSize + privateKey.count) { buffer in
            buffer[0] = version
            buffer[1] = UInt8(truncatingIfNeeded: number >> 8)
            buffer[2] = UInt8(truncatingIfNeeded: number)
            buffer[3] = traits.byte
            privateKey.withUnsafeBytes { buffer[headerSize...].copyBytes(from: $0) }
        }
    }

    /// Nil for a form that this version does not know.
    init?(decoding plaintext: borrowing SecretBytes) {
        let decoded = plaintext.withUnsafeBytes { bytes -> (COSEAlgorithm, KeyType, CredentialTraits)? in
            guard bytes.count > Self.headerSize, bytes[0] == Self.version else { return nil }
            let number = Int16(truncatingIfNeeded: Int(bytes[1]) << 8 | Int(bytes[2]))
            let algorithm = COSEAlgorithm(rawValue: Int(number))
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
    private static let backup: UInt8 = 0x08
    private static let counter: UInt8 = 0x10

    /// The protection level in the two lowest bits, a bit for each of the others.
    fileprivate var byte: UInt8 {
        protection.rawValue | (isForThirdPartyPayment ? Self.payment : 0) | (isBackedUp ? Self.backup : 0)
            | (hasSignatureCounter ? Self.counter : 0)
    }

    fileprivate init?(byte: UInt8) {
        guard byte < 0x20, let protection = CredentialProtectionPolicy(rawValue: byte & 0x03) else { return nil }
        self.init(
            protection: protection, isForThirdPartyPayment: byte & Self.payment != 0,
            isBackedUp: byte & Self.backup != 0, hasSignatureCounter: byte & Self.counter != 0)
    }
}
