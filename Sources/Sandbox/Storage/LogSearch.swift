import GRDB

/// A part of a log, newest first.
package struct LogSearch<Entry: Sendable>: Sendable {
    package let entries: [Entry]
    /// Where the next, older part begins: before this cursor; nil at the end of the log.
    package let next: Int64?
}

extension ReadTransaction {
    /// Looks at a tenant's log before a cursor, from its newest row on. A search for rare rows ends after a number of rows, because it holds up
    /// the store; the next part goes on from there.
    func search<Entry>(
        _ table: String, before end: Int64, object: String?, limit: Int, depth: Int, where matches: (Row) -> Bool,
        read: (Row) throws -> Entry, cursor: (Entry) -> Int64
    ) throws -> LogSearch<Entry> {
        var conditions = "tenant = ? AND cursor < ?"
        var arguments: StatementArguments = [tenant, end]
        if let object {
            conditions += " AND object = ?"
            arguments += [object]
        }
        let statement = try database.cachedStatement(
            sql: "SELECT * FROM \(table) WHERE \(conditions) ORDER BY cursor DESC LIMIT ?")
        let rows = try Row.fetchCursor(statement, arguments: arguments + [depth])
        var (entries, looked, last): ([Entry], Int, Int64?) = ([], 0, nil)
        while let row = try rows.next() {
            guard entries.count < limit else { return LogSearch(entries: entries, next: entries.last.map(cursor)) }
            looked += 1
            last = row["cursor"]
            if matches(row) { entries.append(try read(row)) }
        }
        return LogSearch(entries: entries, next: looked == depth ? last : nil)
    }
}
