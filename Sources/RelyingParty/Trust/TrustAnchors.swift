import ToqueCrypto
import ToqueWebAuthn

/// The certificates that attestation may lead to: leaves, intermediates or roots, only from configuration.
public struct TrustAnchors: Sendable, Hashable {
    /// Those for any format.
    public private(set) var general: [Certificate] = []
    /// Those for one format.
    public private(set) var byFormat: [AttestationFormat: [Certificate]] = [:]
    /// A digest of each list, updated as the list grows, because every verification needs it.
    private var digests: [AttestationFormat?: [UInt8]] = [:]

    /// - Parameter certificates: anchors for any format.
    public init(_ certificates: [Certificate] = []) { add(certificates) }

    public var isEmpty: Bool { general.isEmpty && byFormat.isEmpty }

    /// - Parameters:
    ///   - certificates: leaves, intermediates or roots.
    ///   - format: restricts the anchors to statements of this format; nil for any.
    public mutating func add(_ certificates: [Certificate], for format: AttestationFormat? = nil) {
        guard !certificates.isEmpty else { return }
        if let format {
            byFormat[format, default: []] += certificates
        } else {
            general += certificates
        }
        // DER marks the end of a certificate.
        digests[format] = Digest.sha256(digest(format) + certificates.flatMap(\.der))
    }

    /// Adds the certificate of a DER file, or those of a PEM file.
    /// - Parameters:
    ///   - file: the bytes of such a file.
    ///   - format: restricts the anchors to statements of this format; nil for any.
    /// - Throws: `CryptoError` for a file without certificates or with a malformed one.
    public mutating func add(pemOrDER file: [UInt8], for format: AttestationFormat? = nil) throws(CryptoError) {
        // DER starts with the tag of a SEQUENCE; PEM text never does.
        guard file.first != 0x30 else { return add([try Certificate(der: file)], for: format) }
        let certificates = try Certificate.certificates(pem: file)
        guard !certificates.isEmpty else {
            throw .library(
                operation: "reading trust anchors", reason: "the file holds no certificate, in PEM or in DER")
        }
        add(certificates, for: format)
    }

    /// The anchors for statements of the format.
    public subscript(format: AttestationFormat) -> [Certificate] { general + byFormat[format, default: []] }

    /// Identifies the subscript's result: 64 bytes.
    func digest(for format: AttestationFormat) -> [UInt8] { digest(nil) + digest(format) }

    private func digest(_ format: AttestationFormat?) -> [UInt8] {
        digests[format] ?? [UInt8](repeating: 0, count: DigestAlgorithm.sha256.size)
    }
}
