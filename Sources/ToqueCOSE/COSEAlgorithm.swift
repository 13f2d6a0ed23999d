import ToqueCrypto

/// A COSE algorithm identifier (IANA COSE Algorithms; WebAuthn section 5.8.5). Any number is a value; this library
/// implements the named ones.
public struct COSEAlgorithm: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// ECDSA with SHA-256, in WebAuthn always on P-256.
    public static let es256 = COSEAlgorithm(rawValue: -7)
    /// EdDSA, in WebAuthn always Ed25519.
    public static let edDSA = COSEAlgorithm(rawValue: -8)
    /// ECDSA with SHA-256 on P-256 (RFC 9864).
    public static let esp256 = COSEAlgorithm(rawValue: -9)
    /// Ed25519 (RFC 9864).
    public static let ed25519 = COSEAlgorithm(rawValue: -19)
    /// ECDSA with SHA-384, in WebAuthn always on P-384.
    public static let es384 = COSEAlgorithm(rawValue: -35)
    /// ECDSA with SHA-512, in WebAuthn always on P-521.
    public static let es512 = COSEAlgorithm(rawValue: -36)
    /// RSASSA-PSS with SHA-256.
    public static let ps256 = COSEAlgorithm(rawValue: -37)
    /// RSASSA-PSS with SHA-384.
    public static let ps384 = COSEAlgorithm(rawValue: -38)
    /// RSASSA-PSS with SHA-512.
    public static let ps512 = COSEAlgorithm(rawValue: -39)
    /// ECDSA with SHA-256 on secp256k1 (RFC 8812).
    public static let es256K = COSEAlgorithm(rawValue: -47)
    /// ECDSA with SHA-384 on P-384 (RFC 9864).
    public static let esp384 = COSEAlgorithm(rawValue: -51)
    /// ECDSA with SHA-512 on P-521 (RFC 9864).
    public static let esp512 = COSEAlgorithm(rawValue: -52)
    /// Ed448 (RFC 9864).
    public static let ed448 = COSEAlgorithm(rawValue: -53)
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    public static let rs256 = COSEAlgorithm(rawValue: -257)
    /// RSASSA-PKCS1-v1_5 with SHA-384.
    public static let rs384 = COSEAlgorithm(rawValue: -258)
    /// RSASSA-PKCS1-v1_5 with SHA-512.
    public static let rs512 = COSEAlgorithm(rawValue: -259)
    /// RSASSA-PKCS1-v1_5 with SHA-1, which old TPMs use: deprecated (RFC 8812 section 2), and accepted only if a caller
    /// asks for it.
    public static let rs1 = COSEAlgorithm(rawValue: -65535)

    /// The algorithms of this library, better or more common ones first; RS1 is not among them.
    public static let supported: [COSEAlgorithm] = [
        .es256, .edDSA, .es384, .es512, .ed25519, .ed448, .esp256, .esp384, .esp512, .es256K, .ps256, .ps384, .ps512,
        .rs256, .rs384, .rs512,
    ]

    /// `supported` and RS1: every algorithm that this library can sign and verify with.
    public static let all = supported + [.rs1]

    /// The registry's entry. A switch, not a table: it allocates nothing when an assertion is verified.
    private var definition: (name: String, scheme: SignatureScheme, curve: EllipticCurve?)? {
        switch self {
        case .es256: ("ES256", .ecdsa(.sha256), .p256)
        case .edDSA: ("EdDSA", .ed25519, nil)
        case .esp256: ("ESP256", .ecdsa(.sha256), .p256)
        case .ed25519: ("Ed25519", .ed25519, nil)
        case .es384: ("ES384", .ecdsa(.sha384), .p384)
        case .es512: ("ES512", .ecdsa(.sha512), .p521)
        case .ps256: ("PS256", .rsaPSS(.sha256), nil)
        case .ps384: ("PS384", .rsaPSS(.sha384), nil)
        case .ps512: ("PS512", .rsaPSS(.sha512), nil)
        case .es256K: ("ES256K", .ecdsa(.sha256), .secp256k1)
        case .esp384: ("ESP384", .ecdsa(.sha384), .p384)
        case .esp512: ("ESP512", .ecdsa(.sha512), .p521)
        case .ed448: ("Ed448", .ed448, nil)
        case .rs256: ("RS256", .rsaPKCS1(.sha256), nil)
        case .rs384: ("RS384", .rsaPKCS1(.sha384), nil)
        case .rs512: ("RS512", .rsaPKCS1(.sha512), nil)
        case .rs1: ("RS1", .rsaPKCS1(.sha1), nil)
        default: nil
        }
    }

    /// The algorithm with a name such as `ES256`.
    public init?(name: String) {
        guard let algorithm = Self.all.first(where: { $0.name == name }) else { return nil }
        self = algorithm
    }

    /// The registered name; nil for an unknown algorithm.
    public var name: String? { definition?.name }

    /// The signature scheme; nil for an unknown algorithm.
    public var scheme: SignatureScheme? { definition?.scheme }

    /// The curve that WebAuthn or the algorithm itself binds to ECDSA (section 5.8.5).
    public var curve: EllipticCurve? { definition?.curve }

    /// `ES256 (-7)`, or just the number.
    public var description: String { name.map { "\($0) (\(rawValue))" } ?? String(rawValue) }
}
