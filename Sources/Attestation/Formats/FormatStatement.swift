import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The statement of one format: all that the format decides for itself, but for its verification.
protocol FormatStatement: Sendable, Hashable {
    static var format: AttestationFormat { get }

    /// Whether it can be made for credentials of an algorithm.
    static func attests(_ algorithm: COSEAlgorithm) -> Bool

    /// Gives an attestation certificate for a model what the format asks of it beyond what all have.
    static func complete(_ certificate: inout CertificateBuilder, aaguid: AAGUID) throws(CryptoError)

    init(_ object: AttestationObject) throws(AttestationStatementError)
    init(_ task: AttestationTask) throws

    /// `attStmt`.
    var encoded: CBOR { get }
    /// As a value of any format.
    var statement: AttestationStatement { get }
    /// What it is, in a few words for people.
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
    /// The same certificate with what a format asks of an attestation certificate beyond what all have.
    /// - Parameter aaguid: the model of authenticator that it is issued to.
    public func attesting(_ format: AttestationFormat, aaguid: AAGUID) throws(CryptoError) -> CertificateBuilder {
        var certificate = self
        try format.statementType?.complete(&certificate, aaguid: aaguid)
        return certificate
    }
}
