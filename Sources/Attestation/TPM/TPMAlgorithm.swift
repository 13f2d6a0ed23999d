import ToqueCrypto

/// TPM_ALG_ID (TCG Algorithm Registry section 5). Any number is a value.
public struct TPMAlgorithm: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let rsa = TPMAlgorithm(rawValue: 0x0001)
    public static let sha1 = TPMAlgorithm(rawValue: 0x0004)
    public static let sha256 = TPMAlgorithm(rawValue: 0x000B)
    public static let sha384 = TPMAlgorithm(rawValue: 0x000C)
    public static let sha512 = TPMAlgorithm(rawValue: 0x000D)
    /// No algorithm.
    public static let null = TPMAlgorithm(rawValue: 0x0010)
    /// RSASSA-PKCS1-v1_5.
    public static let rsassa = TPMAlgorithm(rawValue: 0x0014)
    /// RSASSA-PSS.
    public static let rsapss = TPMAlgorithm(rawValue: 0x0016)
    public static let ecdsa = TPMAlgorithm(rawValue: 0x0018)
    public static let ecc = TPMAlgorithm(rawValue: 0x0023)

    private static let digests: [TPMAlgorithm: DigestAlgorithm] = [
        .sha1: .sha1, .sha256: .sha256, .sha384: .sha384, .sha512: .sha512,
    ]

    /// The identifier of a hash function.
    public init(_ digest: DigestAlgorithm) {
        switch digest {
        case .sha1: self = .sha1
        case .sha256: self = .sha256
        case .sha384: self = .sha384
        case .sha512: self = .sha512
        }
    }

    /// The hash function; nil for anything else.
    public var digest: DigestAlgorithm? { Self.digests[self] }

    /// The registry's name, such as `TPM_ALG_SHA256`, or the number.
    public var description: String {
        switch self {
        case .rsa: "TPM_ALG_RSA"
        case .sha1: "TPM_ALG_SHA1"
        case .sha256: "TPM_ALG_SHA256"
        case .sha384: "TPM_ALG_SHA384"
        case .sha512: "TPM_ALG_SHA512"
        case .null: "TPM_ALG_NULL"
        case .rsassa: "TPM_ALG_RSASSA"
        case .rsapss: "TPM_ALG_RSAPSS"
        case .ecdsa: "TPM_ALG_ECDSA"
        case .ecc: "TPM_ALG_ECC"
        default: "algorithm 0x\(String(rawValue, radix: 16))"
        }
    }
}
