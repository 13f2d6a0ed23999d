import CLibCrypto

extension PublicKeyParameters {
    /// The public half of an EVP_PKEY, which the caller still owns.
    /// - Throws: `unsupported` for a key type or a curve that this library does not know.
    init(evp key: OpaquePointer) throws(CryptoError) {
        switch EVP_PKEY_get_base_id(key) {
        case EVP_PKEY_EC:
            let curve = try EllipticCurve(evp: key)
            let (x, y) = try Self.coordinates(key, curve)
            self = .ec(curve, x: x, y: y)
        case EVP_PKEY_RSA:
            self = .rsa(
                modulus: try Self.number(OSSL_PKEY_PARAM_RSA_N, of: key),
                exponent: try Self.number(OSSL_PKEY_PARAM_RSA_E, of: key))
        case EVP_PKEY_ED25519: self = .ed25519(try Self.rawKey(key, .ed25519))
        case EVP_PKEY_ED448: self = .ed448(try Self.rawKey(key, .ed448))
        default: throw .unsupported("a key that is none of EC, RSA, Ed25519, Ed448")
        }
    }

    /// Both coordinates in the key's own form, by one call. For a compressed point, OpenSSL gives them one by one.
    private static func coordinates(
        _ key: OpaquePointer, _ curve: EllipticCurve
    ) throws(CryptoError) -> (x: [UInt8], y: [UInt8]) {
        var point = [UInt8](repeating: 0, count: 1 + 2 * curve.size)
        var length = 0
        guard EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, &point, point.count, &length) == 1 else {
            throw .library("reading a key")
        }
        guard length == point.count, point[0] == 4 else {
            return (
                try number(OSSL_PKEY_PARAM_EC_PUB_X, of: key, size: curve.size),
                try number(OSSL_PKEY_PARAM_EC_PUB_Y, of: key, size: curve.size)
            )
        }
        return (Array(point[1...curve.size]), Array(point[(1 + curve.size)...]))
    }

    private static func rawKey(_ key: OpaquePointer, _ curve: EdwardsCurve) throws(CryptoError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: curve.size)
        var length = bytes.count
        guard EVP_PKEY_get_raw_public_key(key, &bytes, &length) == 1, length == bytes.count else {
            throw .library("reading a key")
        }
        return bytes
    }

    /// - Parameter size: the length to pad to with leading zeros; nil for none.
    private static func number(
        _ name: String, of key: OpaquePointer, size: Int? = nil
    ) throws(CryptoError) -> [UInt8] {
        var number: OpaquePointer?
        guard EVP_PKEY_get_bn_param(key, name, &number) == 1, let number else { throw .library("reading a key") }
        defer { BN_free(number) }
        var bytes = [UInt8](repeating: 0, count: size ?? Int(BN_num_bits(number) + 7) / 8)
        guard BN_bn2binpad(number, &bytes, Int32(bytes.count)) == bytes.count else { throw .library("reading a key") }
        return bytes
    }
}

extension EllipticCurve {
    /// The curve of an EVP_PKEY.
    /// - Throws: `unsupported` for another curve, and for one given by its parameters.
    init(evp key: OpaquePointer) throws(CryptoError) {
        var name = [CChar](repeating: 0, count: 80)
        var length = 0
        guard EVP_PKEY_get_group_name(key, &name, name.count, &length) == 1 else {
            ERR_clear_error()
            throw .unsupported("an EC key without a named curve")
        }
        let nid = EC_curve_nist2nid(name) == NID_undef ? OBJ_txt2nid(name) : EC_curve_nist2nid(name)
        guard let curve = Self.allCases.first(where: { $0.nid == nid }) else {
            throw .unsupported("an EC key on none of the curves P-256, P-384, P-521, secp256k1")
        }
        self = curve
    }
}
