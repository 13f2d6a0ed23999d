/// A table of the database, with the columns that a copy takes over. `object_count` is not one of them: each database
/// counts the statuses that it gets.
struct StoredTable: Sendable {
    let name: String
    let columns: [String]
    /// Identifies a row, in the order of the copy.
    let key: [String]
    /// The column that the database numbers by itself.
    let number: String?

    /// - Parameter number: the key, if the database numbers its rows; nil for a key of the other columns.
    private init(_ name: String, numberedBy number: String? = nil, key: [String] = [], _ columns: [String]) {
        self.name = name
        self.number = number
        self.key = number.map { [$0] } ?? key
        self.columns = self.key + columns
    }

    /// The name of the journal's table.
    static let journal = "request"

    static let all = [
        StoredTable(
            "tenant", key: ["id"],
            ["key_hash", "is_configured", "frozen_at", "clock_offset", "ordinal", "scenario", "revision"]),
        StoredTable("tenant_secret", key: ["tenant", "name"], ["value"]),
        StoredTable("shared_setting", key: ["name"], ["value"]),
        StoredTable("setting", key: ["tenant", "name"], ["value"]),
        StoredTable("object", numberedBy: "sequence", ["tenant", "kind", "id", "body"]),
        StoredTable("object_scenario", key: ["tenant", "object"], ["scenario"]),
        StoredTable("timer", numberedBy: "sequence", ["tenant", "due", "kind", "subject"]),
        StoredTable("one_time_value", key: ["hash", "purpose", "tenant"], ["subject", "used"]),
        StoredTable("event", numberedBy: "cursor", ["tenant", "time", "type", "kind", "object", "data"]),
        StoredTable("object_status", key: ["tenant", "object", "kind"], ["status", "reason", "cursor", "time"]),
        StoredTable(
            "ceremony", numberedBy: "sequence", ["tenant", "id", "object", "type", "time", "document", "verdict"]),
        StoredTable("webhook_endpoint", numberedBy: "id", ["tenant", "url", "token", "is_configured"]),
        StoredTable(
            "delivery", numberedBy: "cursor",
            [
                "tenant", "webhook", "endpoint", "url", "object", "body", "position", "state", "attempts",
                "held_until", "due", "is_badly_signed",
            ]),
        StoredTable("idempotent_answer", key: ["tenant", "key"], ["request", "expires", "answer"]),
        StoredTable(journal, numberedBy: "cursor", ["tenant", "is_stray", "id", "status", "entry"]),
        StoredTable("request_loss", key: ["tenant", "is_stray", "status"], ["count"]),
    ]
}
