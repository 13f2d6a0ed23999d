import ToqueCOSE
import ToqueCrypto

extension TPMPublicArea {
    /// Creates the area of a signing key with an algorithm's scheme.
    /// - Returns: nil for a key that TPMs do not have.
    public init?(
        _ publicKey: PublicKeyParameters, scheme: TPMScheme = .null, nameAlgorithm: TPMAlgorithm = .sha256,
        objectAttributes: UInt32 = 0, authPolicy: [UInt8] = []
    ) {
        let key: Key
        switch publicKey {
        case .ec(let curve, let x, let y):
            guard let curve = TPMCurve(curve) else { return nil }
            key = .ecc(scheme: scheme, curve: curve, kdf: .null, x: x, y: y)
        case .rsa(let modulus, let exponent):
            guard let exponent = Self.number(exponent),
                let keyBits = UInt16(exactly: modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0))
            else { return nil }
            key = .rsa(
                scheme: scheme, keyBits: keyBits, exponent: exponent == Self.defaultExponent ? 0 : exponent,
                modulus: modulus)
        case .ed25519, .ed448: return nil
        }
        self.init(
            nameAlgorithm: nameAlgorithm, objectAttributes: objectAttributes, authPolicy: authPolicy, key: key)
    }

    /// The meaning of exponent 0 (Part 2 section 12.2.3.5).
    private static let defaultExponent: UInt32 = 65537

    /// A big-endian number of at most four bytes.
    private static func number(_ bytes: [UInt8]) -> UInt32? {
        bytes.count <= 4 ? bytes.reduce(0) { $0 << 8 | UInt32($1) } : nil
    }

    /// The public key from `parameters` and `unique`; nil if they do not form a key or its curve is unknown.
    public var publicKey: PublicKeyParameters? {
        switch key {
        case .rsa(_, let keyBits, let exponent, let modulus):
            guard let first = modulus.first, modulus.count * 8 - first.leadingZeroBitCount == Int(keyBits) else {
                return nil
            }
            var writer = TPMWriter()
            writer.write(exponent == 0 ? Self.defaultExponent : exponent)
            return .rsa(modulus: modulus, exponent: Array(writer.bytes.drop { $0 == 0 }))
        case .ecc(_, let curve, _, let x, let y):
            guard let curve = curve.curve, x.count <= curve.size, y.count <= curve.size else { return nil }
            // Older TPMs omit the leading zeros of a coordinate.
            func padded(_ coordinate: [UInt8]) -> [UInt8] {
                [UInt8](repeating: 0, count: curve.size - coordinate.count) + coordinate
            }
            return .ec(curve, x: padded(x), y: padded(y))
        }
    }

    /// True if the key may sign by the algorithm: it has that algorithm's scheme or none.
    public func allows(_ algorithm: COSEAlgorithm) -> Bool {
        let scheme =
            switch key {
            case .rsa(let scheme, _, _, _), .ecc(let scheme, _, _, _, _): scheme
            }
        return scheme == .null || scheme == TPMScheme(algorithm)
    }
}

extension TPMScheme {
    /// The scheme of an algorithm; nil for an algorithm that TPMs do not have.
    public init?(_ algorithm: COSEAlgorithm) {
        switch algorithm.scheme {
        case .ecdsa(let digest)?: self.init(.ecdsa, hash: TPMAlgorithm(digest))
        case .rsaPKCS1(let digest)?: self.init(.rsassa, hash: TPMAlgorithm(digest))
        case .rsaPSS(let digest)?: self.init(.rsapss, hash: TPMAlgorithm(digest))
        case .ed25519?, .ed448?, nil: return nil
        }
    }
}
