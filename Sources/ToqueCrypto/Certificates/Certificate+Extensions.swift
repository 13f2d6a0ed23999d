import CLibCrypto

extension Certificate {
    /// The extensions with an identifier. RFC 5280 section 4.2 allows at most one, but a certificate may hold more.
    /// - Throws: `unsupported` for an invalid identifier.
    public func extensions(_ identifier: String) throws(CryptoError) -> [CertificateExtension] {
        let object = try ASN1Object(identifier)
        var found: [CertificateExtension] = []
        var index = X509_get_ext_by_OBJ(pointer, object.pointer, -1)
        while index >= 0 {
            let item = X509_get_ext(pointer, index)
            if let data = X509_EXTENSION_get_data(item) {
                let value = UnsafeBufferPointer(
                    start: ASN1_STRING_get0_data(data), count: Int(ASN1_STRING_length(data)))
                found.append(
                    CertificateExtension(
                        identifier: identifier, isCritical: X509_EXTENSION_get_critical(item) == 1,
                        value: Array(value)))
            }
            index = X509_get_ext_by_OBJ(pointer, object.pointer, index)
        }
        return found
    }

    /// cA of the basic constraints; nil if the extension is absent, repeated or malformed.
    public var isAuthority: Bool? {
        guard let found = X509_get_ext_d2i(pointer, NID_basic_constraints, nil, nil) else {
            ERR_clear_error()
            return nil
        }
        let constraints = found.assumingMemoryBound(to: BASIC_CONSTRAINTS.self)
        defer { BASIC_CONSTRAINTS_free(constraints) }
        return constraints.pointee.ca != 0
    }

    /// The key usage (RFC 5280 section 4.2.1.3); nil if absent, empty if malformed.
    public var keyUsage: KeyUsage? {
        // Not X509_get_key_usage: it says nothing if the certificate has any other malformed extension.
        var isCritical: Int32 = 0
        guard let found = X509_get_ext_d2i(pointer, NID_key_usage, &isCritical, nil) else {
            ERR_clear_error()
            // -1: absent.
            return isCritical == -1 ? nil : []
        }
        let bits = found.assumingMemoryBound(to: ASN1_BIT_STRING.self)
        defer { ASN1_BIT_STRING_free(bits) }
        let bytes = UnsafeBufferPointer(start: ASN1_STRING_get0_data(bits), count: Int(ASN1_STRING_length(bits)))
        return KeyUsage(rawValue: bytes.prefix(2).reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }

    /// The purposes of the extended key usage (RFC 5280 section 4.2.1.12) as dotted object identifiers; empty if
    /// absent.
    /// - Throws: `DERError` for a repeated or malformed extension.
    public func extendedKeyUsage() throws(DERError) -> [String] {
        guard var purposes = try sequence(of: "2.5.29.37") else { return [] }
        var identifiers: [String] = []
        while let purpose = try purposes.next() { identifiers.append(try purpose.objectIdentifier()) }
        return identifiers
    }

    /// The directory names among the subject's alternative names (RFC 5280 section 4.2.1.6); empty if there are none.
    /// - Throws: `DERError` for a repeated or malformed extension.
    public func subjectAlternativeDirectoryNames() throws(DERError) -> [DistinguishedName] {
        guard var names = try sequence(of: "2.5.29.17") else { return [] }
        var found: [DistinguishedName] = []
        while let name = try names.next() {
            // directoryName [4], explicit because Name is a CHOICE.
            guard name.tagClass == .contextSpecific, name.tagNumber == 4 else { continue }
            let content = try name.explicit(4).encoded
            do throws(CryptoError) {
                found.append(try DistinguishedName(decoding: content))
            } catch {
                throw DERError(offset: content.startIndex, reason: "\(error)")
            }
        }
        return found
    }

    /// The members of a single extension that is a SEQUENCE; nil if the extension is absent.
    private func sequence(of identifier: String) throws(DERError) -> DERReader? {
        let found: [CertificateExtension]
        do throws(CryptoError) {
            found = try extensions(identifier)
        } catch {
            throw DERError(offset: 0, reason: "\(error)")
        }
        guard let first = found.first else { return nil }
        guard found.count == 1 else {
            throw DERError(offset: 0, reason: "\(found.count) extensions \(identifier), expected one at most")
        }
        var reader = DERReader(first.value)
        let members = try reader.sequence()
        try reader.expectEnd()
        return members
    }
}
