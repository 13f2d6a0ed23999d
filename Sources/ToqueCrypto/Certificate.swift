import CLibCrypto

/// An X.509 certificate (RFC 5280).
public final class Certificate: @unchecked Sendable, Hashable {
    // Sendable: an X509 is not changed after creation, and what OpenSSL caches in it is under its own lock.
    private let pointer: OpaquePointer
    /// DER, as it was given.
    public let der: [UInt8]

    /// Reads one.
    /// - Throws: `library` for anything but one whole certificate.
    public convenience init(der: [UInt8]) throws(CryptoError) {
        let pointer = der.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            let certificate = d2i_X509(nil, &start, buffer.count)
            guard start == buffer.baseAddress.map({ $0 + buffer.count }) else {
                X509_free(certificate)
                return nil as OpaquePointer?
            }
            return certificate
        }
        guard let pointer else { throw .library("reading a certificate") }
        self.init(owning: pointer, der: der)
    }

    private init(owning pointer: OpaquePointer, der: [UInt8]) {
        self.pointer = pointer
        self.der = der
    }

    deinit { X509_free(pointer) }

    public static func == (left: Certificate, right: Certificate) -> Bool { left.der == right.der }

    public func hash(into hasher: inout Hasher) { hasher.combine(der) }

    // MARK: PEM

    /// The certificates of a PEM text, in their order; other things between them are passed over.
    /// - Throws: `library` for one that cannot be read.
    public static func certificates(pem: [UInt8]) throws(CryptoError) -> [Certificate] {
        guard let size = Int32(exactly: pem.count), let buffer = BIO_new(BIO_s_mem()) else {
            throw .library("reading certificates")
        }
        defer { BIO_free(buffer) }
        guard BIO_write(buffer, pem, size) == size else { throw .library("reading certificates") }
        var certificates: [Certificate] = []
        // The callback: nobody is asked for a passphrase.
        while let pointer = PEM_read_bio_X509(buffer, nil, { _, _, _, _ in -1 }, nil) {
            do throws(CryptoError) {
                let der = try derBytes("a certificate") { i2d_X509(pointer, &$0) }
                certificates.append(Certificate(owning: pointer, der: der))
            } catch {
                X509_free(pointer)
                throw error
            }
        }
        let code = ERR_peek_last_error()
        guard ERR_GET_LIB(code) == ERR_LIB_PEM, ERR_GET_REASON(code) == PEM_R_NO_START_LINE else {
            throw .library("reading certificates")
        }
        ERR_clear_error()
        return certificates
    }

    /// The certificate as PEM (RFC 7468), with a line end at its end.
    public func pem() throws(CryptoError) -> String {
        guard let buffer = BIO_new(BIO_s_mem()) else { throw .library("encoding a certificate") }
        defer { BIO_free(buffer) }
        guard PEM_write_bio_X509(buffer, pointer) == 1 else { throw .library("encoding a certificate") }
        // Base64 takes a third more, line ends and the frame a little.
        var text = [UInt8](repeating: 0, count: 2 * der.count + 100)
        let count = BIO_read(buffer, &text, Int32(text.count))
        guard count > 0 else { throw .library("encoding a certificate") }
        return String(decoding: text[..<Int(count)], as: UTF8.self)
    }

    // MARK: Contents

    /// As people count them, from 1; certificates with extensions have version 3.
    public var version: Int {
        // A certificate may claim any number.
        X509_get_version(pointer) &+ 1
    }

    /// The subject, in the attributes that `DistinguishedName` has; others are left out.
    public var subject: DistinguishedName {
        let name = X509_get_subject_name(pointer)
        var entries: [DistinguishedName.Entry] = []
        for index in 0..<X509_NAME_entry_count(name) {
            let entry = X509_NAME_get_entry(name, index)
            guard let attribute = Self.attribute(X509_NAME_ENTRY_get_object(entry)),
                let value = Self.text(X509_NAME_ENTRY_get_data(entry))
            else { continue }
            entries.append(.init(attribute, value))
        }
        return DistinguishedName(entries)
    }

    private static func attribute(_ object: OpaquePointer?) -> DistinguishedName.Attribute? {
        var dotted = [CChar](repeating: 0, count: 80)
        // 1: numbers, no name. A longer one is cut and matches nothing.
        guard OBJ_obj2txt(&dotted, Int32(dotted.count), object, 1) > 0 else { return nil }
        return DistinguishedName.Attribute.allCases.first { attribute in
            dotted.starts(with: attribute.rawValue.utf8CString)
        }
    }

    private static func text(_ string: UnsafeMutablePointer<ASN1_STRING>?) -> String? {
        var text: UnsafeMutablePointer<UInt8>?
        let length = ASN1_STRING_to_UTF8(&text, string)
        guard length >= 0, let text else {
            ERR_clear_error()
            return nil
        }
        defer { CRYPTO_free(text, #file, #line) }
        return String(decoding: UnsafeBufferPointer(start: text, count: Int(length)), as: UTF8.self)
    }

    /// cA of the basic constraints; nil where there are none, or more than one, or none that can be read.
    public var isAuthority: Bool? {
        guard let found = X509_get_ext_d2i(pointer, NID_basic_constraints, nil, nil) else {
            ERR_clear_error()
            return nil
        }
        let constraints = found.assumingMemoryBound(to: BASIC_CONSTRAINTS.self)
        defer { BASIC_CONSTRAINTS_free(constraints) }
        return constraints.pointee.ca != 0
    }

    /// The extensions of an identifier: none or one, as RFC 5280 section 4.2 says, but a certificate may hold more.
    /// - Throws: `unsupported` where the identifier is none.
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

    /// The subject's public key.
    /// - Throws: `unsupported` for a type of key or a curve that this library does not know.
    public func publicKey() throws(CryptoError) -> PublicKeyParameters {
        guard let key = X509_get0_pubkey(pointer) else { throw .library("reading a certificate's key") }
        return try PublicKeyParameters(evp: key)
    }

    /// Whether the other certificate is its issuer's: an authority's by name, key identifier and key usage, with whose key
    /// the signature verifies. Validity in time is not looked at.
    public func isIssued(by issuer: Certificate) -> Bool {
        defer { ERR_clear_error() }
        return issuer.isAuthority == true && X509_check_issued(issuer.pointer, pointer) == X509_V_OK
            && X509_verify(pointer, X509_get0_pubkey(issuer.pointer)) == 1
    }
}
