import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The statement of one format: everything specific to the format, except its verification.
protocol FormatStatement: Sendable, Hashable {
    static var format: AttestationFormat { get }

    /// True if it can be made for credentials of an algorithm.
    static func attests(_ algorithm: COSEAlgorithm) -> Bool

    /// Adds the format's requirements to an attestation certificate for a model.
    static func complete(_ certificate: inout CertificateBuilder, aaguid: AAGUID) throws(CryptoError)

    init(_ object: AttestationObject) throws(AttestationStatementError)
    init(_ task: AttestationTask) throws

    /// `attStmt`.
    var encoded: CBOR { get }
    /// The statement as a value of any format.
    var statement: AttestationStatement { get }
    /// A short description for people.
    var summary: String { get }
}

extension FormatStatement {
    static func attests(_ algorithm: COSEAlgorithm) -> Bool { true }
    static func complete(_ certificate: inout CertificateBuilder, aaguid: AAGUID) throws(CryptoError) {}
}

/// A new credential to attest, with certificates that lead to the authority's.
struct AttestationTask {
    let material: AttestedMaterial
    /// The credential's own key.
    let key: any StatementSigner
    let authority: AttestationAuthority
    let time: Timestamp
}

extension CertificateBuilder {
    /// The certificate with the format's additional requirements.
    /// - Parameter aaguid: the authenticator model to which the certificate is issued.
    public func attesting(_ format: AttestationFormat, aaguid: AAGUID) throws(CryptoError) -> CertificateBuilder {
        var certificate = self
        try format.statementType?.complete(&certificate, aaguid: aaguid)
        return certificate
    }
}
