import CLibCrypto

extension DistinguishedName {
    /// Reads an OpenSSL name, which the caller still owns.
    init(name: OpaquePointer?) {
        var relativeNames: [[Entry]] = []
        var last: Int32?
        for index in 0..<X509_NAME_entry_count(name) {
            let item = X509_NAME_get_entry(name, index)
            guard let entry = Entry(item) else { continue }
            // Attributes of one relative name share a number.
            let set = X509_NAME_ENTRY_set(item)
            if set == last {
                relativeNames[relativeNames.endIndex - 1].append(entry)
            } else {
                relativeNames.append([entry])
            }
            last = set
        }
        self.init(relativeNames: relativeNames)
    }

    /// Reads a name from its DER.
    /// - Throws: `library` for anything else.
    public init(decoding der: ArraySlice<UInt8>) throws(CryptoError) {
        let name = der.withUnsafeBufferPointer { bytes in
            readDER(bytes, free: X509_NAME_free) { d2i_X509_NAME(nil, &$0, $1) }
        }
        guard let name else { throw .library("reading a distinguished name") }
        defer { X509_NAME_free(name) }
        self.init(name: name)
    }
}

extension DistinguishedName.Entry {
    /// Nil if the attribute's identifier is longer than any identifier in use.
    fileprivate init?(_ entry: OpaquePointer?) {
        guard let dotted = ASN1Object.dotted(X509_NAME_ENTRY_get_object(entry)),
            let data = X509_NAME_ENTRY_get_data(entry)
        else { return nil }
        let attribute = DistinguishedName.Attribute(rawValue: dotted)
        let type = StringType(rawValue: UInt8(truncatingIfNeeded: ASN1_STRING_type(data)))
        self.init(attribute, Self.text(data, type), as: type)
    }

    private static func text(_ string: UnsafeMutablePointer<ASN1_STRING>, _ type: StringType) -> String {
        var text: UnsafeMutablePointer<UInt8>?
        let length = ASN1_STRING_to_UTF8(&text, string)
        guard type.isText, length >= 0, let text else {
            ERR_clear_error()
            CRYPTO_free(text, #file, #line)
            let content = UnsafeBufferPointer(
                start: ASN1_STRING_get0_data(string), count: Int(ASN1_STRING_length(string)))
            return "#" + content.map(hexadecimal).joined()
        }
        defer { CRYPTO_free(text, #file, #line) }
        return String(decoding: UnsafeBufferPointer(start: text, count: Int(length)), as: UTF8.self)
    }
}
