import CLibCrypto
import ToqueCrypto

/// The import of a public key as in OpenSSL's manual: EVP_PKEY_fromdata with the group's name and the point, or with
/// the numbers.
enum OpenSSLKey {
    /// OpenSSL's EVP_PKEY_PUBLIC_KEY, a macro that Swift does not import.
    private static let publicKeySelection = OSSL_KEYMGMT_SELECT_ALL_PARAMETERS | OSSL_KEYMGMT_SELECT_PUBLIC_KEY

    /// Returns an EVP_PKEY, which the caller must free.
    static func imported(_ parameters: PublicKeyParameters) -> OpaquePointer? {
        switch parameters {
        case .ec(let curve, let x, let y):
            fromData(
                "EC", (OSSL_PKEY_PARAM_GROUP_NAME, OSSL_PARAM_UTF8_STRING, Array(curve.name.utf8) + [0]),
                (OSSL_PKEY_PARAM_PUB_KEY, OSSL_PARAM_OCTET_STRING, [4] + x + y))
        case .rsa(let modulus, let exponent):
            // Numbers are in native byte order.
            fromData(
                "RSA", (OSSL_PKEY_PARAM_RSA_N, OSSL_PARAM_UNSIGNED_INTEGER, modulus.reversed()),
                (OSSL_PKEY_PARAM_RSA_E, OSSL_PARAM_UNSIGNED_INTEGER, exponent.reversed()))
        case .ed25519(let bytes): EVP_PKEY_new_raw_public_key_ex(nil, "ED25519", nil, bytes, bytes.count)
        case .ed448(let bytes): EVP_PKEY_new_raw_public_key_ex(nil, "ED448", nil, bytes, bytes.count)
        }
    }

    private typealias Parameter = (name: String, type: Int32, value: [UInt8])

    private static func fromData(_ type: String, _ first: Parameter, _ second: Parameter) -> OpaquePointer? {
        let context = EVP_PKEY_CTX_new_from_name(nil, type, nil)
        defer { EVP_PKEY_CTX_free(context) }
        EVP_PKEY_fromdata_init(context)
        var key: OpaquePointer?
        withParameter(first) { first in
            withParameter(second) { second in
                var parameters = [first, second, OSSL_PARAM_construct_end()]
                EVP_PKEY_fromdata(context, &key, publicKeySelection, &parameters)
            }
        }
        return key
    }

    /// OpenSSL keeps the pointers as long as it uses the parameter.
    private static func withParameter(_ parameter: Parameter, _ body: (OSSL_PARAM) -> Void) {
        var value = parameter.value
        parameter.name.withCString { name in
            value.withUnsafeMutableBytes { value in
                body(
                    OSSL_PARAM(
                        key: name, data_type: UInt32(parameter.type), data: value.baseAddress, data_size: value.count,
                        return_size: 0))
            }
        }
    }
}
