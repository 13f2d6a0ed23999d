import CLibCrypto
import ToqueCrypto

/// What OpenSSL alone takes for the operation at the heart of each ceremony: the ceiling that the rest is compared to.
final class OpenSSLCeiling: @unchecked Sendable {
    // Sendable: nothing is changed after init.
    private let key: OpaquePointer
    /// Uncompressed.
    private let point: [UInt8]
    /// OpenSSL's EVP_PKEY_PUBLIC_KEY, a macro that Swift does not see.
    private static let publicKeySelection = OSSL_KEYMGMT_SELECT_ALL_PARAMETERS | OSSL_KEYMGMT_SELECT_PUBLIC_KEY
    private let message = [UInt8](repeating: 0x5A, count: 69)
    private var signature: [UInt8] = []

    init() throws {
        guard let key = Self.generated() else { throw CryptoError.invalidKey("the benchmark's own") }
        self.key = key
        var point = [UInt8](repeating: 0, count: 65)
        var length = 0
        EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, &point, point.count, &length)
        self.point = point
        signature = sign()
    }

    deinit { EVP_PKEY_free(key) }

    /// EVP key generation on P-256.
    func generate() { EVP_PKEY_free(Self.generated()) }

    private static func generated() -> OpaquePointer? {
        let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        EVP_PKEY_keygen_init(context)
        EVP_PKEY_CTX_set_group_name(context, "P-256")
        EVP_PKEY_generate(context, &key)
        return key
    }

    /// One ECDSA signature with a key that is open.
    @discardableResult
    func sign() -> [UInt8] {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var output = [UInt8](repeating: 0, count: 72)
        var length = output.count
        EVP_DigestSignInit_ex(context, nil, "SHA2-256", nil, nil, key, nil)
        EVP_DigestSign(context, &output, &length, message, message.count)
        return Array(output.prefix(length))
    }

    /// The import of a public key and one verification.
    func importAndVerify() {
        let imported = Self.imported(point)
        defer { EVP_PKEY_free(imported) }
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        EVP_DigestVerifyInit_ex(context, nil, "SHA2-256", nil, nil, imported, nil)
        let result = EVP_DigestVerify(context, signature, signature.count, message, message.count)
        precondition(result == 1, "the benchmark's own signature")
    }

    /// The way of OpenSSL's manual: EVP_PKEY_fromdata with the group's name and the point.
    private static func imported(_ point: [UInt8]) -> OpaquePointer? {
        var point = point
        var group = Array("P-256".utf8CString)
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
                        EVP_PKEY_fromdata(context, &key, Self.publicKeySelection, &parameters)
                        return key
                    }
                }
            }
        }
    }
}
