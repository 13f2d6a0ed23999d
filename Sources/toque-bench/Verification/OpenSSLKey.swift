import CLibCrypto
import ToqueCrypto

/// The import of a public key in the way of OpenSSL's manual: EVP_PKEY_fromdata with the group's name and the point, or
/// with the numbers.
enum OpenSSLKey {
    /// OpenSSL's EVP_PKEY_PUBLIC_KEY, a macro that Swift does not see.
    private static let publicKeySelection = OSSL_KEYMGMT_SELECT_ALL_PARAMETERS | OSSL_KEYMGMT_SELECT_PUBLIC_KEY

    /// An EVP_PKEY, which is the caller's to free.
    static func imported(_ parameters: PublicKeyParameters) -> OpaquePointer? {
        switch parameters {
        case .ec(let curve, let x, let y): imported(curve, point: [4] + x + y)
        case .ed25519(let bytes): EVP_PKEY_new_raw_public_key_ex(nil, "ED25519", nil, bytes, bytes.count)
        case .ed448(let bytes): EVP_PKEY_new_raw_public_key_ex(nil, "ED448", nil, bytes, bytes.count)
        case .rsa(let modulus, let exponent):
            toque_rsa_public_key(modulus, modulus.count, exponent, exponent.count)
        }
    }

    private static func imported(_ curve: EllipticCurve, point: [UInt8]) -> OpaquePointer? {
        var point = point
        var group = Array(name(curve).utf8CString)
        let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
        defer { EVP_PKEY_CTX_free(context) }
        EVP_PKEY_fromdata_init(context)
        return point.withUnsafeMutableBytes { point in
            group.withUnsafeMutableBufferPointer { group in
                OSSL_PKEY_PARAM_GROUP_NAME.withCString { groupName in
                    OSSL_PKEY_PARAM_PUB_KEY.withCString { pointName in
                        var parameters = [
                            OSSL_PARAM_construct_utf8_string(groupName, group.baseAddress, 0),
                            OSSL_PARAM_construct_octet_string(pointName, point.baseAddress, point.count),
                            OSSL_PARAM_construct_end(),
                        ]
                        var key: OpaquePointer?
                        EVP_PKEY_fromdata(context, &key, publicKeySelection, &parameters)
                        return key
                    }
                }
            }
        }
    }

    private static func name(_ curve: EllipticCurve) -> String {
        switch curve {
        case .p256: "P-256"
        case .p384: "P-384"
        case .p521: "P-521"
        case .secp256k1: "secp256k1"
        }
    }
}
