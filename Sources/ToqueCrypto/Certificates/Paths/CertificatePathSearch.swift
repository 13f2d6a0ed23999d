import CLibCrypto

/// One run of X509_verify_cert.
struct CertificatePathSearch: ~Copyable {
    private let context: OpaquePointer
    private let untrusted: OpaquePointer
    private let trusted: OpaquePointer
    private let known: [Certificate]
    private let isValid: Bool

    init(
        _ leaf: Certificate, intermediates: [Certificate], anchors: [Certificate], time: Int64
    ) throws(CertificatePathError) {
        guard let context = X509_STORE_CTX_new(), let untrusted = OPENSSL_sk_new_null(),
            let trusted = OPENSSL_sk_new_null()
        else { throw .invalid("out of memory") }
        for certificate in intermediates { OPENSSL_sk_push(untrusted, UnsafeRawPointer(certificate.pointer)) }
        for certificate in anchors { OPENSSL_sk_push(trusted, UnsafeRawPointer(certificate.pointer)) }
        self.context = context
        self.untrusted = untrusted
        self.trusted = trusted
        known = [leaf] + anchors + intermediates
        isValid = Self.run(context, leaf, untrusted: untrusted, trusted: trusted, time: time)
        ERR_clear_error()
    }

    private static func run(
        _ context: OpaquePointer, _ leaf: Certificate, untrusted: OpaquePointer, trusted: OpaquePointer, time: Int64
    ) -> Bool {
        // Without a store, so that the system's certificates do not count.
        guard X509_STORE_CTX_init(context, nil, leaf.pointer, untrusted) == 1,
            let parameters = X509_STORE_CTX_get0_param(context)
        else { return false }
        X509_STORE_CTX_set0_trusted_stack(context, trusted)
        X509_VERIFY_PARAM_set_time(parameters, time_t(time))
        X509_VERIFY_PARAM_set_auth_level(parameters, securityLevel)
        // Counts the certificates between leaf and anchor.
        X509_VERIFY_PARAM_set_depth(parameters, Int32(CertificatePath.maximumLength - 2))
        // `path` checks the times last, so that "expired" means nothing else is wrong. OpenSSL considers them when it
        // can choose between issuers.
        X509_STORE_CTX_set_verify_cb(context) { isValid, context in
            switch X509_STORE_CTX_get_error(context) {
            case X509_V_ERR_CERT_HAS_EXPIRED, X509_V_ERR_CERT_NOT_YET_VALID: 1
            default: isValid
            }
        }
        return X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN)) == 1
            && X509_verify_cert(context) == 1
    }

    deinit {
        X509_STORE_CTX_free(context)
        OPENSSL_sk_free(untrusted)
        OPENSSL_sk_free(trusted)
    }

    /// 112 bits (X509_VERIFY_PARAM_set_auth_level(3)).
    private static let securityLevel: Int32 = 2

    /// The certificates found, the leaf first; the chain may end without an anchor.
    private var chain: [Certificate] {
        let chain = X509_STORE_CTX_get0_chain(context)
        return (0..<max(0, OPENSSL_sk_num(chain))).compactMap { index in
            let pointer = OpaquePointer(OPENSSL_sk_value(chain, index))
            return known.first { $0.pointer == pointer }
        }
    }

    /// The anchor of the chain, if it ends at one.
    var anchor: Certificate? {
        let chain = chain
        return chain.count > Int(X509_STORE_CTX_get_num_untrusted(context)) ? chain.last : nil
    }

    /// The path, if one is valid at the given time.
    func path(at time: Int64) throws(CertificatePathError) -> CertificatePath {
        let chain = chain
        guard isValid else { throw failure }
        for certificate in chain { try Self.checkExtensions(certificate) }
        for issuer in chain.dropFirst() { try Self.checkIssuer(issuer, isAnchor: issuer == chain.last) }
        var (first, last) = (Int64.min, Int64.max)
        for certificate in chain {
            guard time >= certificate.notBefore else {
                throw .notYetValid("\(certificate.label) is valid from \(dateTime(certificate.notBefore))")
            }
            guard time <= certificate.notAfter else {
                throw .expired("\(certificate.label) was valid until \(dateTime(certificate.notAfter))")
            }
            first = max(first, certificate.notBefore)
            last = min(last, certificate.notAfter)
        }
        return CertificatePath(certificates: chain, validity: first...last)
    }

    /// OpenSSL's verdict, in our words.
    private var failure: CertificatePathError {
        let code = X509_STORE_CTX_get_error(context)
        let reason = X509_verify_cert_error_string(Int(code)).map { String(cString: $0) } ?? "error \(code)"
        let certificate = X509_STORE_CTX_get_current_cert(context)
        let place = known.first { $0.pointer == certificate }.map { "\($0.label): " } ?? ""
        return switch code {
        case X509_V_OK: .invalid("OpenSSL cannot begin")
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT,
            X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_CERT_UNTRUSTED:
            .untrusted("\(place)leads to no trust anchor (\(reason))")
        default: .invalid(place + reason)
        }
    }

    /// A repeated or malformed extension, which OpenSSL overlooks in a leaf.
    private static func checkExtensions(_ certificate: Certificate) throws(CertificatePathError) {
        guard X509_get_extension_flags(certificate.pointer) & UInt32(EXFLAG_INVALID) == 0 else {
            throw .invalid("\(certificate.label): an extension is malformed or there twice")
        }
    }

    /// RFC 5280 section 6.1.4 (k) and (n), where OpenSSL is more lenient. Version 1 certificates do not state whether
    /// they may issue; "other means" decide: such a certificate is configured as an anchor.
    private static func checkIssuer(_ issuer: Certificate, isAnchor: Bool) throws(CertificatePathError) {
        guard issuer.isAuthority == true || (isAnchor && issuer.version == 1) else {
            throw .invalid("\(issuer.label) issues certificates without being an authority's (basic constraints)")
        }
        guard issuer.keyUsage?.contains(.keyCertSign) ?? true else {
            throw .invalid("\(issuer.label) issues certificates without keyCertSign (key usage)")
        }
    }
}

extension Certificate {
    /// Its subject, or its serial number if the subject is empty, for a message.
    fileprivate var label: String {
        let subject = subject
        guard !subject.isEmpty else {
            return "the certificate \(serialNumber.prefix(20).map(hexadecimal).joined())"
        }
        // A name can be of any length.
        let name = subject.description.unicodeScalars
        return "the certificate of \(String(name.prefix(200)))\(name.count > 200 ? "..." : "")"
    }
}
