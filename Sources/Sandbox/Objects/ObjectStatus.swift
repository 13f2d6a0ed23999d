import ToqueEncoding

/// An object with a life, as its last event left it.
struct ObjectStatus: Sendable, Hashable {
    /// Of the event.
    let cursor: Int64
    let time: Timestamp
    let kind: String
    let object: String
    let status: String
    /// The reason for the status, such as an error code.
    let reason: String?

    var json: JSON {
        [
            "cursor": .int(cursor), "time": .string(time.description), "kind": .string(kind), "id": .string(object),
            "status": .string(status), "reason": .text(reason),
        ]
    }
}

/// The number of objects with one status, and one reason for it.
struct ObjectCount: Sendable, Hashable {
    let kind: String
    let status: String
    let reason: String?
    let count: Int

    var json: JSON {
        ["kind": .string(kind), "status": .string(status), "reason": .text(reason), "count": .int(count)]
    }
}

/// The tables of the statuses and of their numbers, which triggers keep: a view of 100,000 objects reads a few rows.
enum ObjectStatusTable {
    static let sql = """
        CREATE TABLE IF NOT EXISTS object_status (
            tenant TEXT NOT NULL, object TEXT NOT NULL, kind TEXT NOT NULL, status TEXT NOT NULL, reason TEXT,
            cursor INTEGER NOT NULL, time INTEGER NOT NULL, PRIMARY KEY (tenant, object, kind)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS object_status_group ON object_status (tenant, kind, status, reason, cursor);
        CREATE TABLE IF NOT EXISTS object_count (
            tenant TEXT NOT NULL, kind TEXT NOT NULL, status TEXT NOT NULL, reason TEXT NOT NULL, -- empty: none
            count INTEGER NOT NULL, PRIMARY KEY (tenant, kind, status, reason)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER IF NOT EXISTS object_status_added AFTER INSERT ON object_status BEGIN
            \(add)
        END;
        CREATE TRIGGER IF NOT EXISTS object_status_changed AFTER UPDATE ON object_status
        WHEN new.status IS NOT old.status OR new.reason IS NOT old.reason BEGIN
            \(add)
            UPDATE object_count SET count = count - 1
            WHERE tenant = old.tenant AND kind = old.kind AND status = old.status AND reason = ifnull(old.reason, '');
        END;
        """

    private static let add = """
        INSERT INTO object_count VALUES (new.tenant, new.kind, new.status, ifnull(new.reason, ''), 1)
        ON CONFLICT (tenant, kind, status, reason) DO UPDATE SET count = count + 1;
        """

    /// Derives the tables from the event log: of a database without them, and of a loaded state file. SQLite takes the
    /// other columns from the row with the maximum (https://sqlite.org/lang_select.html#bareagg).
    /// - Parameter condition: on `event`.
    static func filling(where condition: String) -> String {
        """
        INSERT INTO object_status (tenant, object, kind, status, reason, cursor, time)
        SELECT tenant, object, kind, json_extract(data, '$.status'), nullif(json_extract(data, '$.reason'), ''), max(cursor), time
        FROM event WHERE \(condition) AND json_type(data, '$.status') = 'text'
            AND ifnull(json_type(data, '$.reason'), 'null') IN ('text', 'null')
        GROUP BY tenant, object, kind
        """
    }
}
