import ToqueCrypto
import ToqueWebAuthn

/// The certificates that attestation may lead to: leaves, intermediates or roots, from configuration alone.
public struct TrustAnchors: Sendable, Hashable {
    /// Those for any format.
    public private(set) var general: [Certificate] = []
    /// Those for one format.
    public private(set) var byFormat: [AttestationFormat: [Certificate]] = [:]

    public init(_ certificates: [Certificate] = []) { general = certificates }

    public var isEmpty: Bool { general.isEmpty && byFormat.isEmpty }

    /// - Parameter format: nil for any.
    public mutating func add(_ certificates: [Certificate], for format: AttestationFormat? = nil) {
        if let format {
            byFormat[format, default: []] += certificates
        } else {
            general += certificates
        }
    }

    /// What statements of the format may lead to.
    public subscript(format: AttestationFormat) -> [Certificate] { general + byFormat[format, default: []] }
}
