import GRDB

/// The tables of the statuses and of their numbers, which triggers keep: a view of 100,000 objects reads a few rows.
enum SQLiteStatusTables {
    private static let tables = """
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
            \(remove)
        END;
        CREATE TRIGGER IF NOT EXISTS object_status_removed AFTER DELETE ON object_status BEGIN
            \(remove)
        END;
        """

    private static let add = """
        INSERT INTO object_count VALUES (new.tenant, new.kind, new.status, ifnull(new.reason, ''), 1)
        ON CONFLICT (tenant, kind, status, reason) DO UPDATE SET count = count + 1;
        """

    private static let remove = """
        UPDATE object_count SET count = count - 1
        WHERE tenant = old.tenant AND kind = old.kind AND status = old.status AND reason = ifnull(old.reason, '');
        """

    /// Fills them from the event log of a file that has none yet. SQLite takes the other columns from the row with the
    /// maximum (https://sqlite.org/lang_select.html#bareagg).
    static func create(_ database: Database) throws {
        try database.execute(sql: tables)
        guard try Int.fetchOne(database, sql: "SELECT 1 FROM object_status LIMIT 1") == nil else { return }
        try database.execute(
            sql: """
                INSERT INTO object_status (tenant, object, kind, status, reason, cursor, time)
                SELECT tenant, object, kind, json_extract(data, '$.status'),
                    nullif(json_extract(data, '$.reason'), ''), max(cursor), time
                FROM event WHERE json_type(data, '$.status') = 'text'
                    AND ifnull(json_type(data, '$.reason'), 'null') IN ('text', 'null')
                GROUP BY tenant, object, kind
                """)
    }
}
