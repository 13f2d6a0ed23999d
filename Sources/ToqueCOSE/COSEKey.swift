import ToqueCBOR
import ToqueCrypto

/// Why a COSE_Key is refused.
public enum COSEError: Error, Sendable, Hashable, CustomStringConvertible {
    case cbor(CBORError)
    /// A member is missing, of the wrong type or value, or one too many.
    case invalidKey(String)
    /// An algorithm that this library does not know.
    case unsupportedAlgorithm(COSEAlgorithm)

    public var description: String {
        switch self {
        case .cbor(let error): "COSE_Key: \(error)"
        case .invalidKey(let reason): "COSE_Key: \(reason)"
        case .unsupportedAlgorithm(let algorithm): "COSE_Key: algorithm \(algorithm) is not known"
        }
    }
}

/// A credential public key in COSE_Key form (RFC 9052 section 7; WebAuthn section 6.5.1.1): `alg` is there, and no
/// member besides those that the key type needs.
public struct COSEKey: Sendable, Hashable {
    public let algorithm: COSEAlgorithm
    public let parameters: PublicKeyParameters

    /// - Throws: `COSEError` where the algorithm does not go with the key or binds another curve.
    public init(algorithm: COSEAlgorithm, parameters: PublicKeyParameters) throws(COSEError) {
        guard let scheme = algorithm.scheme else { throw .unsupportedAlgorithm(algorithm) }
        switch (scheme, parameters) {
        case (.ecdsa, .ec(let curve, _, _)) where curve == algorithm.curve: break
        case (.ed25519, .ed25519), (.rsaPKCS1, .rsa), (.rsaPSS, .rsa): break
        default: throw .invalidKey("\(algorithm) does not go with this type of key or curve")
        }
        self.algorithm = algorithm
        self.parameters = parameters
    }

    /// Labels of RFC 9052 section 7.1 and RFC 9053 section 7.
    private enum Label {
        static let type = CBOR.unsigned(1)
        static let algorithm = CBOR.unsigned(3)
        static let curve = CBOR.negative(0)
        static let x = CBOR.negative(1)
        static let y = CBOR.negative(2)
        static let modulus = CBOR.negative(0)
        static let exponent = CBOR.negative(1)
    }

    private enum KeyTypeLabel {
        static let okp = CBOR.unsigned(1)
        static let ec2 = CBOR.unsigned(2)
        static let rsa = CBOR.unsigned(3)
    }

    private static let ed25519Curve = CBOR.unsigned(6)

    private static func label(of curve: EllipticCurve) -> CBOR {
        switch curve {
        case .p256: 1
        case .p384: 2
        case .p521: 3
        }
    }

    /// A key from canonical CBOR.
    public init(decoding bytes: [UInt8]) throws(COSEError) {
        let item: CBOR
        do throws(CBORError) {
            item = try CBOR(decoding: bytes, rules: .canonical)
        } catch {
            throw .cbor(error)
        }
        try self.init(item)
    }

    public init(_ item: CBOR) throws(COSEError) {
        guard case .map(let map) = item else { throw .invalidKey("found \(item.kind), expected a map") }
        guard let number = map[Label.algorithm]?.intValue else { throw .invalidKey("no integer at alg (3)") }
        let algorithm = COSEAlgorithm(rawValue: number)
        guard algorithm.scheme != nil else { throw .unsupportedAlgorithm(algorithm) }
        let parameters: PublicKeyParameters
        let members: Int
        switch map[Label.type] {
        case KeyTypeLabel.ec2?:
            guard let curve = EllipticCurve.allCases.first(where: { Self.label(of: $0) == map[Label.curve] }) else {
                throw .invalidKey("crv (-1) is none of P-256, P-384, P-521")
            }
            // A compressed point has a boolean for y; WebAuthn section 5.8.5 forbids it.
            guard case .bytes(let x)? = map[Label.x], case .bytes(let y)? = map[Label.y] else {
                throw .invalidKey("x (-2) and y (-3) must be byte strings, the point not compressed")
            }
            guard x.count == curve.size, y.count == curve.size else {
                throw .invalidKey("x has \(x.count) and y \(y.count) bytes, expected \(curve.size)")
            }
            parameters = .ec(curve, x: x, y: y)
            members = 5
        case KeyTypeLabel.okp?:
            guard map[Label.curve] == Self.ed25519Curve else { throw .invalidKey("crv (-1) is not Ed25519 (6)") }
            guard case .bytes(let x)? = map[Label.x], x.count == 32 else {
                throw .invalidKey("x (-2) must be a byte string of 32 bytes")
            }
            parameters = .ed25519(x)
            members = 4
        case KeyTypeLabel.rsa?:
            guard case .bytes(let modulus)? = map[Label.modulus], case .bytes(let exponent)? = map[Label.exponent]
            else { throw .invalidKey("n (-1) and e (-2) must be byte strings") }
            parameters = .rsa(modulus: modulus, exponent: exponent)
            members = 4
        default: throw .invalidKey("kty (1) is none of OKP (1), EC2 (2), RSA (3)")
        }
        // WebAuthn section 6.5.1.1: no other optional members.
        guard map.count == members else { throw .invalidKey("has members that its key type does not need") }
        try self.init(algorithm: algorithm, parameters: parameters)
    }

    /// The map of the key.
    public var cbor: CBOR {
        switch parameters {
        case .ec(let curve, let x, let y):
            [
                Label.type: KeyTypeLabel.ec2, Label.algorithm: .int(algorithm.rawValue),
                Label.curve: Self.label(of: curve), Label.x: .bytes(x), Label.y: .bytes(y),
            ]
        case .ed25519(let x):
            [
                Label.type: KeyTypeLabel.okp, Label.algorithm: .int(algorithm.rawValue),
                Label.curve: Self.ed25519Curve, Label.x: .bytes(x),
            ]
        case .rsa(let modulus, let exponent):
            [
                Label.type: KeyTypeLabel.rsa, Label.algorithm: .int(algorithm.rawValue),
                Label.modulus: .bytes(modulus), Label.exponent: .bytes(exponent),
            ]
        }
    }

    /// Canonical CBOR.
    public var encoded: [UInt8] { cbor.encoded }

    /// The key, ready to verify. Worth keeping where it is used again.
    /// - Throws: `invalidKey` for a point that is not on its curve and for a weak RSA key.
    public func verifyingKey() throws(CryptoError) -> COSEVerifyingKey {
        guard let scheme = algorithm.scheme else { throw .unsupported("\(algorithm)") }
        return COSEVerifyingKey(algorithm: algorithm, scheme: scheme, key: try VerifyingKey(parameters))
    }

    /// DER SubjectPublicKeyInfo, the form of `getPublicKey()` (WebAuthn section 5.2.1.1).
    public func subjectPublicKeyInfo() throws(CryptoError) -> [UInt8] {
        // The commonest key by far is a constant and its point: nothing to compute.
        if case .ec(.p256, let x, let y) = parameters { return Self.p256Prefix + x + y }
        return try VerifyingKey(parameters).subjectPublicKeyInfo()
    }

    /// SEQUENCE { SEQUENCE { id-ecPublicKey, prime256v1 }, BIT STRING 04 ... } up to the coordinates (RFC 5480).
    private static let p256Prefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
        0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
    ]
}

/// A public key with the algorithm that WebAuthn binds it to.
public struct COSEVerifyingKey: Sendable {
    public let algorithm: COSEAlgorithm
    let scheme: SignatureScheme
    let key: VerifyingKey

    /// True where the signature is the message's by this key and algorithm.
    public func verify(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        key.verify(signature, of: message, scheme: scheme)
    }
}
