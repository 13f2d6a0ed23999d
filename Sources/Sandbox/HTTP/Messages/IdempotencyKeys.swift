import GRDB
import ToqueCrypto
import ToqueEncoding

/// How endpoints take requests that a client repeats because it saw no answer: what a request under a key of the
/// client's choice changes, it changes once.
public struct IdempotencyKeys: Sendable {
    let header: String
    let lifetime: Duration
    let conflict: SandboxError
    let missing: SandboxError?

    /// - Parameters:
    ///   - header: that has the key.
    ///   - lifetime: how long a key is remembered, in the tenant's time.
    ///   - conflict: the refusal of another request under the same key.
    ///   - missing: the refusal of a request without a key; nil where it is none, and each such request counts.
    public init(
        header: String = "Idempotency-Key", lifetime: Duration, conflict: SandboxError, missing: SandboxError? = nil
    ) {
        self.header = header
        self.lifetime = lifetime
        self.conflict = conflict
        self.missing = missing
    }
}

extension SandboxRequest {
    /// As `write`, once for each idempotency key. The same request (method, path, query and body) with the same key
    /// gets the same answer (status, headers, body), and nothing changes. The answer is stored with the change:
    /// whenever the process is killed, both are there or neither.
    /// - Parameter change: gives an answer that is no stream. What it throws is not remembered.
    /// - Throws: the refusals of `keys`, and what `change` throws.
    public func once(
        _ keys: IdempotencyKeys, _ change: @escaping @Sendable (Transaction) throws -> SandboxResponse
    ) async throws -> SandboxResponse {
        guard let key = header(keys.header), !key.isEmpty else {
            if let missing = keys.missing { throw missing }
            return try await write(change)
        }
        let request = Hex.encode(Digest.sha256(Array("\(method) \(target)\n".utf8) + body))
        return try await write { transaction in
            if let stored = try transaction.answer(toKey: key) {
                guard stored.request == request else { throw keys.conflict }
                return stored.answer
            }
            let answer = try change(transaction)
            try transaction.keep(answer, to: request, key: key, until: transaction.now + keys.lifetime)
            return answer
        }
    }
}

/// Answers that were given under idempotency keys. They are no part of state files, as the requests are not.
enum IdempotencyTables {
    static let sql = """
        CREATE TABLE IF NOT EXISTS idempotent_answer (
            tenant TEXT NOT NULL, key TEXT NOT NULL, request TEXT NOT NULL, expires INTEGER NOT NULL,
            answer TEXT NOT NULL, PRIMARY KEY (tenant, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS idempotent_answer_expires ON idempotent_answer (tenant, expires);
        """
}

extension Transaction {
    /// The answer that is remembered, and the digest of the request that it was given to.
    fileprivate func answer(toKey key: String) throws -> (request: String, answer: SandboxResponse)? {
        try run("DELETE FROM idempotent_answer WHERE tenant = ? AND expires <= ?", [tenant, now.microseconds])
        let statement = try database.cachedStatement(
            sql: "SELECT request, answer FROM idempotent_answer WHERE tenant = ? AND key = ?")
        guard let row = try Row.fetchOne(statement, arguments: [tenant, Self.digest(key)]) else { return nil }
        let text: String = row["answer"]
        let answer = try JSON(parsing: text, limits: .init(size: text.utf8.count))
        return (row["request"], try SandboxResponse(stored: JSONReader(answer)))
    }

    fileprivate func keep(_ answer: SandboxResponse, to request: String, key: String, until: Timestamp) throws {
        try run(
            "INSERT INTO idempotent_answer (tenant, key, request, expires, answer) VALUES (?, ?, ?, ?, ?)",
            [tenant, Self.digest(key), request, until.microseconds, answer.stored.serialized()])
    }

    /// As long as any other, however long the key is.
    private static func digest(_ key: String) -> String { Hex.encode(Digest.sha256(key)) }
}

extension SandboxResponse {
    fileprivate var stored: JSON {
        [
            "status": .int(status),
            "headers": .array(headers.map { ["name": .string($0.name), "value": .string($0.value)] }),
            "assumptions": .array(assumptions.map(JSON.string)), "body": .base64URL(body),
        ]
    }

    fileprivate init(stored: JSONReader) throws(JSONMemberError) {
        self.init(
            status: try stored.member("status").int(),
            headers: try stored.member("headers").map { (header) throws(JSONMemberError) in
                (name: try header.member("name").string(), value: try header.member("value").string())
            },
            body: try stored.member("body").base64URL())
        assumptions = try stored.member("assumptions").map { (id) throws(JSONMemberError) in try id.string() }
    }
}
