import ToqueCrypto

/// A COSE algorithm identifier (IANA COSE Algorithms; WebAuthn section 5.8.5). Any number is a value; the named ones
/// are those that this library computes with.
public struct COSEAlgorithm: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// ECDSA with SHA-256, in WebAuthn always on P-256.
    public static let es256 = COSEAlgorithm(rawValue: -7)
    /// EdDSA, in WebAuthn always Ed25519.
    public static let edDSA = COSEAlgorithm(rawValue: -8)
    /// ECDSA with SHA-384, in WebAuthn always on P-384.
    public static let es384 = COSEAlgorithm(rawValue: -35)
    /// ECDSA with SHA-512, in WebAuthn always on P-521.
    public static let es512 = COSEAlgorithm(rawValue: -36)
    /// RSASSA-PSS with SHA-256.
    public static let ps256 = COSEAlgorithm(rawValue: -37)
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    public static let rs256 = COSEAlgorithm(rawValue: -257)

    private static let table: [COSEAlgorithm: (name: String, scheme: SignatureScheme, curve: EllipticCurve?)] = [
        .es256: ("ES256", .ecdsa(.sha256), .p256),
        .es384: ("ES384", .ecdsa(.sha384), .p384),
        .es512: ("ES512", .ecdsa(.sha512), .p521),
        .edDSA: ("EdDSA", .ed25519, nil),
        .rs256: ("RS256", .rsaPKCS1(.sha256), nil),
        .ps256: ("PS256", .rsaPSS(.sha256), nil),
    ]

    /// The algorithm of a name such as `ES256`.
    public init?(name: String) {
        guard let algorithm = Self.table.first(where: { $0.value.name == name })?.key else { return nil }
        self = algorithm
    }

    /// The registered name; nil for an algorithm that this library does not know.
    public var name: String? { Self.table[self]?.name }

    /// How it signs; nil for an algorithm that this library does not know.
    public var scheme: SignatureScheme? {
        // ES256 is nearly all there is, and this stands on the path of every assertion.
        self == .es256 ? .ecdsa(.sha256) : Self.table[self]?.scheme
    }

    /// The curve that WebAuthn binds to an ECDSA algorithm (section 5.8.5).
    var curve: EllipticCurve? { self == .es256 ? .p256 : Self.table[self]?.curve }

    /// `ES256 (-7)`, or the number alone.
    public var description: String { name.map { "\($0) (\(rawValue))" } ?? String(rawValue) }
}
