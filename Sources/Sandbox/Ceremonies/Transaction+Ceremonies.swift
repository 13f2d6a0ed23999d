import GRDB
import ToqueEncoding

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
