import GRDB
import ToqueEncoding

/// A registration or an authentication as it was judged.
public struct CeremonyRecord: Sendable, Hashable {
    public var id: String
    /// Id of the object that it belongs to.
    public var object: String
    /// `registration` or `authentication`.
    public var type: String
    /// The ceremony with all its bytes, in the form that `toque verify` reads.
    public var document: JSON
    /// Every check and what came of it.
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
    /// Keeps a ceremony with all its bytes.
    public func record(_ ceremony: CeremonyRecord) throws {
        try run(
            "INSERT INTO ceremony (tenant, id, object, type, time, document, verdict) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                tenant, ceremony.id, ceremony.object, ceremony.type, now.microseconds, ceremony.document.serialized(),
                ceremony.verdict.serialized(),
            ])
    }
}
