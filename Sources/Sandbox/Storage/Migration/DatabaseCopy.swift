import ToqueEncoding

/// A copy of a stopped sandbox's database into an empty one, of the same kind or another.
public struct DatabaseCopy: Sendable {
    /// The number of rows of each table that has any, in the order of the copy.
    public let rows: [(table: String, count: Int)]

    /// Rows that memory holds at a time.
    private static let chunk = 500

    /// Copies everything in one transaction of the target: after a failure it is as empty as before.
    /// - Parameters:
    ///   - source: no sandbox uses it.
    ///   - target: made if missing; no sandbox uses it.
    ///   - providers: one of them has to read the source; empty for any.
    /// - Throws: `SandboxStoreError` if either cannot be used, if they are the same, or if the target has data.
    public init(
        from source: SandboxStore.Location, to target: SandboxStore.Location, for providers: [any SandboxProvider] = []
    ) throws(SandboxStoreError) {
        guard !source.isSame(as: target) else { throw .sameDatabase }
        try source.checkExists()
        let use = DatabaseUse.copy(Int64.random(in: .min ... .max))
        let old = try source.open(for: .any, .full, use: use, metrics: Metrics(), health: StoreHealth())
        defer { old.close() }
        // A journal in memory takes its cursors from the time of its start (`SandboxStore.beginJournal`).
        let lastRequest = old.isShared ? 0 : Timestamp.now().microseconds
        do {
            rows = try old.begin { from in
                guard let provider = try from.provider() else {
                    throw SandboxStoreError("the source has no sandbox data", at: source.name)
                }
                do {
                    try Self.check(from, of: provider.name, for: providers)
                } catch let error as SandboxStoreError {
                    throw error.at(source.name)
                }
                // The version of its objects, which the next sandbox may raise.
                let new = try target.open(
                    for: StoredProvider(name: provider.name, version: provider.version), .full, use: use,
                    metrics: Metrics(), health: StoreHealth())
                defer { new.close() }
                return try new.begin { to in
                    for table in StoredTable.all where try to.count(table) > 0 {
                        throw SandboxStoreError(
                            "the target has data in \(table.name) already", at: target.name,
                            remedy: "name an empty database")
                    }
                    return try Self.copy(from, to, requestsUpTo: lastRequest)
                }
            }
        } catch let error as SandboxStoreError {
            throw error
        } catch {
            let isSilence = (error as? any DescribedStorageError)?.isSilence ?? false
            throw SandboxStoreError(
                "the database cannot be copied", because: error, remedy: isSilence ? "try again" : nil)
        }
    }

    /// Refuses what no sandbox would serve, before it is copied.
    private static func check(
        _ source: any StorageSession, of name: String, for providers: [any SandboxProvider]
    ) throws {
        if providers.isEmpty { return }
        guard let provider = providers.first(where: { $0.name == name }) else {
            throw SandboxStoreError(
                "the database is of the provider \(name.quoted), which this toque does not have",
                remedy: "take a later toque or name another database")
        }
        try StoredProvider(provider).check(source)
    }

    /// - Parameter lastRequest: the last cursor that the source's journal may have given, whatever its table has.
    private static func copy(
        _ from: any StorageSession, _ to: any StorageSession, requestsUpTo lastRequest: Int64
    ) throws -> [(table: String, count: Int)] {
        var copied: [(table: String, count: Int)] = []
        for table in StoredTable.all {
            var last: StorageRow?
            while case let rows = try from.rows(of: table, after: last, limit: chunk), !rows.isEmpty {
                for row in rows { try to.add(row, to: table) }
                last = rows.last
            }
            if let number = table.number {
                let last = try from.lastNumber(of: table.name, number)
                let given = table.name == StoredTable.journal ? max(last, lastRequest) : last
                try to.setLastNumber(given, of: table.name, number)
            }
            let (expected, found) = (try from.count(table), try to.count(table))
            guard found == expected else {
                throw SandboxStoreError("\(table.name) has \(expected) rows, but its copy has \(found)")
            }
            if found > 0 { copied.append((table.name, found)) }
        }
        return copied
    }
}

extension StorageSession {
    fileprivate func count(_ table: StoredTable) throws -> Int {
        try first("SELECT count(*) AS count FROM \(table.name)", [])?.int("count") ?? 0
    }

    /// The rows behind one, in the order of their keys.
    fileprivate func rows(of table: StoredTable, after row: StorageRow?, limit: Int) throws -> [StorageRow] {
        let key = table.key.joined(separator: ", ")
        var (condition, arguments): (String, [StorageValue]) = ("", [])
        if let row {
            condition = "WHERE (\(key)) > (\(table.key.map { _ in "?" }.joined(separator: ", ")))"
            arguments = try table.key.map { try row.value($0) }
        }
        return try query(
            "SELECT \(table.columns.joined(separator: ", ")) FROM \(table.name) \(condition) ORDER BY \(key) LIMIT ?",
            arguments + [.integer(limit)])
    }

    fileprivate func add(_ row: StorageRow, to table: StoredTable) throws {
        try add(to: table.name, columns: table.columns, try table.columns.map { try row.value($0) })
    }
}
