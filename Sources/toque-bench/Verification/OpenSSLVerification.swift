import CLibCrypto
import ToqueCOSE
import ToqueCrypto

/// OpenSSL's own time for the core operations of a verification, each as in its manual.
final class OpenSSLVerification: @unchecked Sendable {
    // Sendable: the store does not change after init.

    struct Signature: Sendable {
        let scheme: SignatureScheme
        let bytes: [UInt8]
        let message: [UInt8]
    }

    enum Step: Sendable {
        /// The import of a key, and a verification with it.
        case key(PublicKeyParameters, Signature?)
        /// The parsing of a certificate, its chain to the anchor, and a verification with its key.
        case certificate([UInt8], Signature?)
    }

    private let store: OpaquePointer?

    /// - Parameter anchor: DER.
    init(anchor: [UInt8], at time: Int64) {
        store = X509_STORE_new()
        let certificate = Self.certificate(anchor)
        X509_STORE_add_cert(store, certificate)
        X509_free(certificate)
        let parameters = X509_STORE_get0_param(store)
        X509_VERIFY_PARAM_set_time(parameters, Int(time))
        X509_VERIFY_PARAM_set_auth_level(parameters, 2)
    }

    deinit { X509_STORE_free(store) }

    func run(_ steps: [Step]) {
        for step in steps {
            switch step {
            case .key(let parameters, let signature):
                let key = OpenSSLKey.imported(parameters)
                defer { EVP_PKEY_free(key) }
                verify(signature, with: key)
            case .certificate(let der, let signature):
                let certificate = Self.certificate(der)
                defer { X509_free(certificate) }
                verifyChain(certificate)
                verify(signature, with: X509_get0_pubkey(certificate))
            }
        }
    }

    private static func certificate(_ der: [UInt8]) -> OpaquePointer? {
        der.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            return d2i_X509(nil, &start, buffer.count)
        }
    }

    private func verifyChain(_ certificate: OpaquePointer?) {
        let context = X509_STORE_CTX_new()
        defer { X509_STORE_CTX_free(context) }
        X509_STORE_CTX_init(context, store, certificate, nil)
        precondition(X509_verify_cert(context) == 1, "the benchmark's own certificate")
    }

    private func verify(_ signature: Signature?, with key: OpaquePointer?) {
        guard let signature else { return }
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var keyContext: OpaquePointer?
        EVP_DigestVerifyInit_ex(context, &keyContext, Self.digest(signature.scheme), nil, nil, key, nil)
        if case .rsaPSS = signature.scheme { toque_rsa_padding(keyContext, 1) }
        let (bytes, message) = (signature.bytes, signature.message)
        let result = EVP_DigestVerify(context, bytes, bytes.count, message, message.count)
        precondition(result == 1, "the benchmark's own signature")
    }

    private static func digest(_ scheme: SignatureScheme) -> String? {
        switch scheme {
        case .ecdsa(let digest), .rsaPKCS1(let digest), .rsaPSS(let digest): "SHA2-\(digest.size * 8)"
        case .ed25519, .ed448: nil
        }
    }
}
