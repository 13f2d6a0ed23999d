/// An operation's view of the database: one transaction, used by one thread at a time.
///
/// Statements are common SQL of SQLite 3.40 and PostgreSQL 15 with `?` placeholders, in `Statements`. Flags are the
/// integers 0 and 1, times are microseconds, and texts order by their bytes.
protocol StorageSession: AnyObject {
    var dialect: any StorageDialect { get }

    /// False once the database has ended the transaction by itself, as SQLite does if the disk is full, or once the
    /// storage has to repeat it. Nothing can be kept then.
    var isUsable: Bool { get }

    /// Returns the rows of a statement, which may also write (`RETURNING`).
    func query(_ sql: String, _ arguments: [StorageValue]) throws -> [StorageRow]

    /// Writes. Its error may come later, at the latest with the commit: the storage need not wait for the outcome.
    func run(_ sql: String, _ arguments: [StorageValue]) throws

    /// Writes.
    /// - Returns: the number of rows that the statement added, changed or removed.
    func change(_ sql: String, _ arguments: [StorageValue]) throws -> Int

    /// The number that the database gave last to a row of a table, or 0: none is given twice, also after its row is
    /// gone.
    func lastNumber(of table: String, _ column: String) throws -> Int64

    /// Makes the next row's number follow this one.
    func setLastNumber(_ number: Int64, of table: String, _ column: String) throws

    /// - Throws: the body's error, with all its writes undone.
    func savepoint<Value>(_ body: () throws -> Value) throws -> Value
}

extension StorageSession {
    /// The first row, or nil.
    func first(_ sql: String, _ arguments: [StorageValue]) throws -> StorageRow? {
        try query(sql, arguments).first
    }
}

/// The differences between the databases in SQL.
protocol StorageDialect: Sendable {
    /// The text at a path of an object's document, as an expression on a row of `object`: null unless it is a string.
    /// - Parameter path: such as `$.details.customer`; never external input.
    func member(_ path: StaticString) -> String

    /// A condition that is true if a text contains a part, whatever the case of ASCII letters.
    func contains(_ text: String, _ part: String) -> String

    /// The form in which `member` has a text.
    func stored(_ text: String) -> String

    /// The columns of `object` that `member` reads, and how to write them.
    var members: MemberColumns { get }

    /// Statements that succeed only if the disk has space, and leave nothing.
    var spaceProbe: [String] { get }

    /// A query that has a row if the database can be read but accepts no writes.
    var readOnlyProbe: String { get }
}
