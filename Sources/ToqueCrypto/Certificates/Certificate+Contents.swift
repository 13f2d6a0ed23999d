import CLibCrypto

extension Certificate {
    /// As people count them, from 1; certificates with extensions have version 3.
    public var version: Int {
        // A certificate may claim any number.
        X509_get_version(pointer) &+ 1
    }

    /// The serial number, big-endian and without a sign; RFC 5280 section 4.1.2.2 has it positive.
    public var serialNumber: [UInt8] {
        let number = X509_get0_serialNumber(pointer)
        return Array(
            UnsafeBufferPointer(start: ASN1_STRING_get0_data(number), count: Int(ASN1_STRING_length(number))))
    }

    public var subject: DistinguishedName { DistinguishedName(name: X509_get_subject_name(pointer)) }

    public var issuer: DistinguishedName { DistinguishedName(name: X509_get_issuer_name(pointer)) }

    /// Whether subject and issuer are the same name (RFC 5280 section 3.2), compared as section 7.1 has it.
    public var isSelfIssued: Bool {
        X509_NAME_cmp(X509_get_subject_name(pointer), X509_get_issuer_name(pointer)) == 0
    }

    /// What the issuer signed with, as OpenSSL names it, such as `ecdsa-with-SHA256`; dotted numbers where it has no
    /// name for it.
    public var signatureAlgorithm: String {
        var object: OpaquePointer?
        X509_ALGOR_get0(&object, nil, nil, X509_get0_tbs_sigalg(pointer))
        return ASN1Object.name(object)
    }

    /// The subject's public key.
    /// - Throws: `unsupported` for a type of key or a curve that this library does not know.
    public func publicKey() throws(CryptoError) -> PublicKeyParameters {
        guard let key = X509_get0_pubkey(pointer) else { throw .library("reading a certificate's key") }
        return try PublicKeyParameters(evp: key)
    }

    /// Whether the other certificate is its issuer's: an authority's by name, key identifier and key usage, with whose
    /// key the signature verifies. Validity in time is not looked at.
    public func isIssued(by issuer: Certificate) -> Bool {
        defer { ERR_clear_error() }
        return issuer.isAuthority == true && X509_check_issued(issuer.pointer, pointer) == X509_V_OK
            && X509_verify(pointer, X509_get0_pubkey(issuer.pointer)) == 1
    }
}

extension Certificate {
    /// Whether it is a server's of that name (RFC 6125 section 6.4): one of its dNSNames, or the common name where it
    /// has none. Wildcards do not count.
    /// - Parameter host: in ASCII, no address.
    public func isIssued(toHost host: String) -> Bool {
        // 1: it matches.
        X509_check_host(pointer, host, host.utf8.count, UInt32(X509_CHECK_FLAG_NO_WILDCARDS), nil) == 1
    }
}
