import ToqueCBOR
import ToqueCrypto

/// Why a COSE_Key is refused.
public enum COSEError: Error, Sendable, Hashable, CustomStringConvertible {
    case cbor(CBORError)
    /// A member is missing, superfluous, or has a wrong type or value.
    case invalidKey(String)
    /// An unknown algorithm, or RS1 without permission.
    case unsupportedAlgorithm(COSEAlgorithm)

    public var description: String {
        switch self {
        case .cbor(let error): "COSE_Key: \(error)"
        case .invalidKey(let reason): "COSE_Key: \(reason)"
        case .unsupportedAlgorithm(let algorithm): "COSE_Key: algorithm \(algorithm) is not supported"
        }
    }
}

/// A credential public key in COSE_Key form (RFC 9052 section 7; WebAuthn section 6.5.1.1): `alg` and exactly the
/// members that the key type needs.
public struct COSEKey: Sendable, Hashable {
    public let algorithm: COSEAlgorithm
    public let parameters: PublicKeyParameters

    /// - Parameter allowRS1: true to accept RSA with SHA-1.
    /// - Throws: `COSEError` if the algorithm does not fit the key or requires another curve.
    public init(
        algorithm: COSEAlgorithm, parameters: PublicKeyParameters, allowRS1: Bool = false
    ) throws(COSEError) {
        let scheme = try Self.scheme(of: algorithm, allowRS1: allowRS1)
        switch (scheme, parameters) {
        case (.ecdsa, .ec(let curve, _, _)) where curve == algorithm.curve: break
        case (.ed25519, .ed25519), (.ed448, .ed448), (.rsaPKCS1, .rsa), (.rsaPSS, .rsa): break
        default: throw .invalidKey("\(algorithm) does not go with this type of key or curve")
        }
        self.algorithm = algorithm
        self.parameters = parameters
    }

    private static func scheme(of algorithm: COSEAlgorithm, allowRS1: Bool) throws(COSEError) -> SignatureScheme {
        guard let scheme = algorithm.scheme, allowRS1 || algorithm != .rs1 else {
            throw .unsupportedAlgorithm(algorithm)
        }
        return scheme
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

    /// IANA COSE Elliptic Curves.
    private enum CurveLabel {
        static let ed25519 = CBOR.unsigned(6)
        static let ed448 = CBOR.unsigned(7)

        static func label(of curve: EllipticCurve) -> CBOR {
            switch curve {
            case .p256: 1
            case .p384: 2
            case .p521: 3
            case .secp256k1: 8
            }
        }

        static func curve(_ label: CBOR?) -> EllipticCurve? {
            switch label {
            case 1: .p256
            case 2: .p384
            case 3: .p521
            case 8: .secp256k1
            default: nil
            }
        }
    }

    /// A key from canonical CBOR.
    /// - Parameter allowRS1: true to accept RSA with SHA-1.
    public init(decoding bytes: [UInt8], allowRS1: Bool = false) throws(COSEError) {
        // A SEQUENCE, which is not a CBOR map: the form that `getPublicKey()` returns, and that others store.
        guard bytes.first != 0x30 else { throw .invalidKey("found a key in DER, expected that of authenticator data") }
        let item: CBOR
        do throws(CBORError) {
            item = try CBOR(decoding: bytes, rules: .canonical)
        } catch {
            throw .cbor(error)
        }
        try self.init(item, allowRS1: allowRS1)
    }

    /// - Parameter allowRS1: true to accept RSA with SHA-1.
    public init(_ item: CBOR, allowRS1: Bool = false) throws(COSEError) {
        guard case .map(let map) = item else { throw .invalidKey("found \(item.kind), expected a map") }
        guard let number = map[Label.algorithm]?.intValue else { throw .invalidKey("no integer at alg (3)") }
        let algorithm = COSEAlgorithm(rawValue: number)
        _ = try Self.scheme(of: algorithm, allowRS1: allowRS1)
        let parameters: PublicKeyParameters
        let members: Int
        switch map[Label.type] {
        case KeyTypeLabel.ec2?: (parameters, members) = (try Self.ec2(map), 5)
        case KeyTypeLabel.okp?: (parameters, members) = (try Self.okp(map), 4)
        case KeyTypeLabel.rsa?: (parameters, members) = (try Self.rsa(map), 4)
        default: throw .invalidKey("kty (1) is none of OKP (1), EC2 (2), RSA (3)")
        }
        // WebAuthn section 6.5.1.1: no other optional members.
        guard map.count == members else { throw .invalidKey("has members that its key type does not need") }
        try self.init(algorithm: algorithm, parameters: parameters, allowRS1: allowRS1)
    }

    private static func ec2(_ map: CBORMap) throws(COSEError) -> PublicKeyParameters {
        guard let curve = CurveLabel.curve(map[Label.curve]) else {
            throw .invalidKey("crv (-1) is none of P-256 (1), P-384 (2), P-521 (3), secp256k1 (8)")
        }
        // A compressed point has a boolean for y; WebAuthn section 5.8.5 forbids it.
        guard case .bytes(let x)? = map[Label.x], case .bytes(let y)? = map[Label.y] else {
            throw .invalidKey("x (-2) and y (-3) must be byte strings, the point not compressed")
        }
        guard x.count == curve.size, y.count == curve.size else {
            throw .invalidKey("x has \(x.count) and y \(y.count) bytes, expected \(curve.size)")
        }
        return .ec(curve, x: x, y: y)
    }

    private static func okp(_ map: CBORMap) throws(COSEError) -> PublicKeyParameters {
        let x = if case .bytes(let x)? = map[Label.x] { x } else { [] as [UInt8] }
        switch map[Label.curve] {
        case CurveLabel.ed25519?:
            guard x.count == 32 else { throw .invalidKey("x (-2) must be a byte string of 32 bytes") }
            return .ed25519(x)
        case CurveLabel.ed448?:
            guard x.count == 57 else { throw .invalidKey("x (-2) must be a byte string of 57 bytes") }
            return .ed448(x)
        default: throw .invalidKey("crv (-1) is none of Ed25519 (6), Ed448 (7)")
        }
    }

    private static func rsa(_ map: CBORMap) throws(COSEError) -> PublicKeyParameters {
        guard case .bytes(let modulus)? = map[Label.modulus], case .bytes(let exponent)? = map[Label.exponent]
        else { throw .invalidKey("n (-1) and e (-2) must be byte strings") }
        return .rsa(modulus: modulus, exponent: exponent)
    }

    /// The map of the key.
    public var cbor: CBOR {
        switch parameters {
        case .ec(let curve, let x, let y):
            [
                Label.type: KeyTypeLabel.ec2, Label.algorithm: .int(algorithm.rawValue),
                Label.curve: CurveLabel.label(of: curve), Label.x: .bytes(x), Label.y: .bytes(y),
            ]
        case .ed25519(let x):
            [
                Label.type: KeyTypeLabel.okp, Label.algorithm: .int(algorithm.rawValue),
                Label.curve: CurveLabel.ed25519, Label.x: .bytes(x),
            ]
        case .ed448(let x):
            [
                Label.type: KeyTypeLabel.okp, Label.algorithm: .int(algorithm.rawValue),
                Label.curve: CurveLabel.ed448, Label.x: .bytes(x),
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

    /// The key, ready to verify. Keep it for repeated use.
    /// - Throws: `invalidKey` for a point off its curve and for a weak RSA key.
    public func verifyingKey() throws(CryptoError) -> COSEVerifyingKey {
        guard let scheme = algorithm.scheme else { throw .unsupported("\(algorithm)") }
        return COSEVerifyingKey(algorithm: algorithm, scheme: scheme, key: try VerifyingKey(parameters))
    }

    /// DER SubjectPublicKeyInfo, the form of `getPublicKey()` (WebAuthn section 5.2.1.1).
    public func subjectPublicKeyInfo() throws(CryptoError) -> [UInt8] {
        // The most common key by far is a constant followed by its point.
        if case .ec(.p256, let x, let y) = parameters { return Self.p256Prefix + x + y }
        return try VerifyingKey(parameters).subjectPublicKeyInfo()
    }

    /// SEQUENCE { SEQUENCE { id-ecPublicKey, prime256v1 }, BIT STRING 04 ... } up to the coordinates (RFC 5480).
    private static let p256Prefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
        0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
    ]
}

/// A public key with the algorithm that WebAuthn requires for it.
public struct COSEVerifyingKey: Sendable {
    public let algorithm: COSEAlgorithm
    let scheme: SignatureScheme
    let key: VerifyingKey

    /// True if this key and algorithm made the signature of the message.
    public func verify(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        key.verify(signature, of: message, scheme: scheme)
    }
}
