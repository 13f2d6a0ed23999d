import ToqueEncoding

/// A registration or an authentication with its verdict.
public struct CeremonyRecord: Sendable, Hashable {
    public var id: String
    /// Id of its object.
    public var object: String
    /// `registration` or `authentication`.
    public var type: String
    /// The ceremony with all its bytes, in the form that `toque verify` reads.
    public var document: JSON
    /// Every check with its result.
    public var verdict: JSON

    public init(id: String, object: String, type: String, document: JSON, verdict: JSON) {
        self.id = id
        self.object = object
        self.type = type
        self.document = document
        self.verdict = verdict
    }
}

extension Transaction {
    /// Stores a ceremony with all its bytes (`CeremonyRecord`).
    /// - Parameters:
    ///   - id: the ceremony's.
    ///   - object: id of its object.
    ///   - type: `registration` or `authentication`.
    ///   - document: as JSON text, made before the transaction: it is long.
    ///   - verdict: as JSON text.
    public func recordCeremony(_ id: String, of object: String, type: String, document: String, verdict: String) throws
    {
        try session.addCeremony(
            id, of: object, type: type, document: document, verdict: verdict, at: now, tenant: tenant)
    }
}
