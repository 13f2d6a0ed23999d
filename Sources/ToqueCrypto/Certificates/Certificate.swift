import CLibCrypto
import Glibc

/// An X.509 certificate (RFC 5280).
public final class Certificate: @unchecked Sendable, Hashable {
    // Sendable: an X509 does not change after creation, and its own lock guards OpenSSL's caches in it.
    let pointer: OpaquePointer
    /// The original DER.
    public let der: [UInt8]
    /// The first second of its validity, counted from 1970-01-01T00:00:00Z.
    public let notBefore: Int64
    /// The last second of its validity, inclusive (RFC 5280 section 4.1.2.5).
    public let notAfter: Int64

    /// Reads a certificate.
    /// - Throws: `library` for anything but one whole certificate in DER, and for unreadable validity times.
    public convenience init(der: [UInt8]) throws(CryptoError) {
        let pointer = der.withUnsafeBufferPointer { bytes in
            readDER(bytes, free: X509_free) { d2i_X509(nil, &$0, $1) }
        }
        guard let pointer else { throw .library("reading a certificate") }
        // OpenSSL reads BER too, which can encode data outside the issuer's signature in many ways.
        guard (try? Self.encode(pointer)) == der else {
            X509_free(pointer)
            throw .library(operation: "reading a certificate", reason: "its encoding is not DER")
        }
        try self.init(owning: pointer, der: der)
    }

    /// Takes ownership of the certificate, even if it throws.
    private init(owning pointer: OpaquePointer, der: [UInt8]) throws(CryptoError) {
        guard let notBefore = Self.seconds(X509_get0_notBefore(pointer)),
            let notAfter = Self.seconds(X509_get0_notAfter(pointer))
        else {
            X509_free(pointer)
            throw .library("reading a certificate's validity")
        }
        self.pointer = pointer
        self.der = der
        self.notBefore = notBefore
        self.notAfter = notAfter
    }

    /// Reads DER, and frees the certificate if it throws.
    private static func encode(_ pointer: OpaquePointer) throws(CryptoError) -> [UInt8] {
        do throws(CryptoError) {
            return try derBytes("a certificate") { i2d_X509(pointer, &$0) }
        } catch {
            X509_free(pointer)
            throw error
        }
    }

    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64? {
        var parts = tm()
        guard ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
        return Int64(timegm(&parts))
    }

    deinit { X509_free(pointer) }

    public static func == (left: Certificate, right: Certificate) -> Bool { left.der == right.der }

    public func hash(into hasher: inout Hasher) { hasher.combine(der) }

    // MARK: PEM

    /// The certificates of a PEM text, in order. Anything between them is ignored.
    /// - Throws: `library` for a malformed certificate.
    public static func certificates(pem: [UInt8]) throws(CryptoError) -> [Certificate] {
        guard let size = Int32(exactly: pem.count), let buffer = BIO_new(BIO_s_mem()) else {
            throw .library("reading certificates")
        }
        defer { BIO_free(buffer) }
        guard BIO_write(buffer, pem, size) == size else { throw .library("reading certificates") }
        var certificates: [Certificate] = []
        // The callback, so that OpenSSL never prompts for a passphrase.
        while let pointer = PEM_read_bio_X509(buffer, nil, { _, _, _, _ in -1 }, nil) {
            certificates.append(try Certificate(owning: pointer, der: encode(pointer)))
        }
        let code = ERR_peek_last_error()
        guard ERR_GET_LIB(code) == ERR_LIB_PEM, ERR_GET_REASON(code) == PEM_R_NO_START_LINE else {
            throw .library("reading certificates")
        }
        ERR_clear_error()
        return certificates
    }

    /// The certificate as PEM (RFC 7468), with a trailing newline.
    public func pem() throws(CryptoError) -> String {
        guard let buffer = BIO_new(BIO_s_mem()) else { throw .library("encoding a certificate") }
        defer { BIO_free(buffer) }
        guard PEM_write_bio_X509(buffer, pointer) == 1 else { throw .library("encoding a certificate") }
        // Base64 takes a third more; line ends and the frame take a little.
        var text = [UInt8](repeating: 0, count: 2 * der.count + 100)
        let count = BIO_read(buffer, &text, Int32(text.count))
        guard count > 0 else { throw .library("encoding a certificate") }
        return String(decoding: text[..<Int(count)], as: UTF8.self)
    }
}
