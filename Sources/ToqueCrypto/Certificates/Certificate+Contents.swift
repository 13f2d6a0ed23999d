import CLibCrypto

extension Certificate {
    /// The version, counted from 1. Certificates with extensions have version 3.
    public var version: Int {
        // A certificate can claim any number.
        X509_get_version(pointer) &+ 1
    }

    /// The serial number, big-endian and unsigned. RFC 5280 section 4.1.2.2 requires a positive one.
    public var serialNumber: [UInt8] {
        let number = X509_get0_serialNumber(pointer)
        return Array(
            UnsafeBufferPointer(start: ASN1_STRING_get0_data(number), count: Int(ASN1_STRING_length(number))))
    }

    public var subject: DistinguishedName { DistinguishedName(name: X509_get_subject_name(pointer)) }

    public var issuer: DistinguishedName { DistinguishedName(name: X509_get_issuer_name(pointer)) }

    /// True if subject and issuer are the same name (RFC 5280 section 3.2), compared by the rules of section 7.1.
    public var isSelfIssued: Bool {
        X509_NAME_cmp(X509_get_subject_name(pointer), X509_get_issuer_name(pointer)) == 0
    }

    /// OpenSSL's name for the issuer's signature algorithm, such as `ecdsa-with-SHA256`; dotted numbers if it has no
    /// name.
    public var signatureAlgorithm: String {
        var object: OpaquePointer?
        X509_ALGOR_get0(&object, nil, nil, X509_get0_tbs_sigalg(pointer))
        return ASN1Object.name(object)
    }

    /// The subject's public key.
    /// - Throws: `unsupported` for a key type or a curve that this library does not know.
    public func publicKey() throws(CryptoError) -> PublicKeyParameters {
        guard let key = X509_get0_pubkey(pointer) else { throw .library("reading a certificate's key") }
        return try PublicKeyParameters(evp: key)
    }

    /// True if this certificate issued the other: subject name, key identifier and key usage fit, and its key verifies
    /// the signature. Validity times are not checked.
    public func isIssued(by issuer: Certificate) -> Bool {
        defer { ERR_clear_error() }
        return issuer.isAuthority == true && X509_check_issued(issuer.pointer, pointer) == X509_V_OK
            && X509_verify(pointer, X509_get0_pubkey(issuer.pointer)) == 1
    }
}

extension Certificate {
    /// True if the certificate belongs to a server of that name (RFC 6125 section 6.4): one of its dNSNames, or,
    /// without any, the common name. Wildcards do not match.
    /// - Parameter host: an ASCII name, not an address.
    public func isIssued(toHost host: String) -> Bool {
        // 1: match.
        X509_check_host(pointer, host, host.utf8.count, UInt32(X509_CHECK_FLAG_NO_WILDCARDS), nil) == 1
    }
}
