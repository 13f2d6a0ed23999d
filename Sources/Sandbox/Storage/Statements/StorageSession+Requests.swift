import ToqueEncoding

/// The journal of requests.
extension StorageSession {
    /// Adds a request, unless its tenant is gone.
    func append(_ entry: JournalEntry) throws {
        try run(
            """
            INSERT INTO request (tenant, is_stray, id, status, entry)
            SELECT tenant.id, ?, ?, ?, ? FROM tenant WHERE tenant.id = ?
            """,
            [
                .flag(entry.isStray), .text(entry.requestID), .integer(entry.status), .json(entry.stored),
                .text(entry.tenant),
            ])
    }

    func requests(
        of tenant: String, after start: Int64, before end: Int64, newestFirst: Bool, limit: Int
    ) throws -> [JournalEntry] {
        try query(
            """
            SELECT \(JournalEntry.columns) FROM request WHERE tenant = ? AND cursor > ? AND cursor < ?
            ORDER BY cursor \(newestFirst ? "DESC" : "ASC") LIMIT ?
            """, [.text(tenant), .integer(start), .integer(end), .integer(limit)]
        ).map(JournalEntry.init)
    }

    /// The newest request with this id.
    func request(_ id: String, of tenant: String) throws -> JournalEntry? {
        try first(
            """
            SELECT \(JournalEntry.columns) FROM request WHERE tenant = ? AND id = ?
            ORDER BY cursor DESC LIMIT 1
            """, .texts([tenant, id])
        ).map(JournalEntry.init)
    }

    func tenantsWithRequests() throws -> [String] {
        try query("SELECT DISTINCT tenant FROM request ORDER BY tenant", []).map { try $0.text("tenant") }
    }

    /// Removes the oldest requests of a tenant, and counts them as losses.
    /// - Parameter count: of the newest ones, which stay.
    /// - Returns: the number of removed ones.
    func removeRequests(of tenant: String, areStrays: Bool, but count: Int) throws -> Int {
        let newest = try first(
            "SELECT cursor FROM request WHERE tenant = ? AND is_stray = ? ORDER BY cursor DESC LIMIT 1 OFFSET ?",
            [.text(tenant), .flag(areStrays), .integer(count)])
        guard let newest else { return 0 }
        return try removeRequests(of: tenant, areStrays: areStrays, upTo: newest.integer("cursor"))
    }

    /// - Parameter cursor: of the newest one to remove.
    func removeRequests(of tenant: String, areStrays: Bool, upTo cursor: Int64) throws -> Int {
        let range: [StorageValue] = [.text(tenant), .flag(areStrays), .integer(cursor)]
        let condition = "tenant = ? AND is_stray = ? AND cursor <= ?"
        try run(
            """
            INSERT INTO request_loss (tenant, is_stray, status, count)
            SELECT tenant, is_stray, status, count(*) FROM request WHERE \(condition)
            GROUP BY tenant, is_stray, status
            ON CONFLICT (tenant, is_stray, status) DO UPDATE SET count = request_loss.count + excluded.count
            """, range)
        return try change("DELETE FROM request WHERE \(condition)", range)
    }

    /// Removes the oldest requests before a time, and counts them as losses.
    /// - Returns: the number of removed ones.
    func removeRequests(of tenant: String, before time: Timestamp, limit: Int) throws -> Int {
        let old = try requests(of: tenant, after: 0, before: .max, newestFirst: false, limit: limit)
            .prefix { $0.time < time }
        guard let last = old.last?.cursor else { return 0 }
        return try [false, true].reduce(0) {
            try $0 + removeRequests(of: tenant, areStrays: $1, upTo: last)
        }
    }

    /// The numbers of removed requests, by their status.
    func requestLosses(of tenant: String, areStrays: Bool) throws -> [Int: Int] {
        let rows = try query(
            "SELECT status, count FROM request_loss WHERE tenant = ? AND is_stray = ?",
            [.text(tenant), .flag(areStrays)])
        return Dictionary(
            try rows.map { (try $0.int("status"), try $0.int("count")) }, uniquingKeysWith: { first, _ in first })
    }

    /// Forgets a tenant's requests and its losses.
    func removeRequests(of tenant: String) throws {
        for table in ["request", "request_loss"] { try run("DELETE FROM \(table) WHERE tenant = ?", [.text(tenant)]) }
    }

    /// Forgets the requests and the losses of all tenants.
    func removeAllRequests() throws {
        for table in ["request", "request_loss"] { try run("DELETE FROM \(table)", []) }
    }
}

/// The form in which the database keeps an entry, without the columns.
extension JournalEntry {
    fileprivate static let columns = "cursor, tenant, is_stray, id, status, entry"

    fileprivate var stored: JSON {
        [
            "time": .string(time.description), "method": .string(method), "path": .string(path),
            "pattern": .text(pattern), "query": .string(query), "duration_us": .int(duration.microseconds),
            "error": .text(errorCode), "fields": .array(fields.map(JSON.string)), "token": .bool(usedToken),
            "request": request.stored, "answer": answer.stored,
        ]
    }

    fileprivate init(_ row: StorageRow) throws {
        let text = try row.text("entry")
        let entry = JSONReader(try JSON(parsing: text, limits: .init(size: text.utf8.count)))
        self.init(
            requestID: try row.text("id"), time: try entry.member("time").timestamp(), tenant: try row.text("tenant"),
            method: try entry.member("method").string(), path: try entry.member("path").string(),
            pattern: try entry.optional("pattern")?.string(), query: try entry.member("query").string(),
            status: try row.int("status"), duration: .microseconds(try entry.member("duration_us").int()),
            errorCode: try entry.optional("error")?.string(),
            fields: try entry.member("fields").map { (field) throws(JSONMemberError) in try field.string() },
            request: try JournalMessage(stored: entry.member("request")),
            answer: try JournalMessage(stored: entry.member("answer")), isStray: try row.flag("is_stray"))
        usedToken = try entry.member("token").bool()
        cursor = try row.integer("cursor")
    }
}

extension JournalMessage {
    fileprivate var stored: JSON {
        [
            "headers": .array(headers.map { ["name": .string($0.name), "value": .string($0.value)] }),
            "body": .base64URL(body), "size": .int(size), "body_state": .string(bodyState.rawValue),
        ]
    }

    fileprivate init(stored: JSONReader) throws(JSONMemberError) {
        let state = try stored.member("body_state")
        guard let bodyState = BodyState(rawValue: try state.string()) else {
            throw state.mismatch(expected: "the state of a body")
        }
        self.init(
            headers: try stored.member("headers").map { (header) throws(JSONMemberError) in
                (name: try header.member("name").string(), value: try header.member("value").string())
            },
            body: try stored.member("body").base64URL(), size: try stored.member("size").int(), bodyState: bodyState)
    }
}
