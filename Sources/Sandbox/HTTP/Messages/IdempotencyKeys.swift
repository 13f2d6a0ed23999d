import ToqueCrypto
import ToqueEncoding

/// The rules for requests that a client repeats because it saw no response: a request changes things once per key of
/// the client's choice.
public struct IdempotencyKeys: Sendable {
    let header: String
    let lifetime: Duration
    let conflict: SandboxError?
    let missing: SandboxError?
    let underWay: SandboxError?
    let failed: SandboxError?

    /// - Parameters:
    ///   - header: the header with the key.
    ///   - lifetime: how long a key is stored, in the tenant's time.
    ///   - conflict: the refusal of a different request with the same key; nil to ignore the body of a repetition, with
    ///     separate keys for each endpoint.
    ///   - missing: the refusal of a request without a key; nil to execute each such request.
    ///   - underWay: the refusal of a repetition before the first response has left; nil to wait.
    ///   - failed: the refusal of a repetition after a refused first request; nil to forget refusals.
    public init(
        header: String = "Idempotency-Key", lifetime: Duration, conflict: SandboxError?, missing: SandboxError? = nil,
        underWay: SandboxError? = nil, failed: SandboxError? = nil
    ) {
        self.header = header
        self.lifetime = lifetime
        self.conflict = conflict
        self.missing = missing
        self.underWay = underWay
        self.failed = failed
    }
}

extension SandboxRequest {
    /// Like `write`, once for each idempotency key. The same request (method, path, query and body) with the same key
    /// gets the same response (status, headers, body), without another change. The response is committed together with
    /// the change, even if the process is killed.
    /// - Parameter change: returns a response that is not a stream. Its error is stored if the keys say so.
    /// - Throws: the refusals of `keys`, and the error of `change`.
    public func once(
        _ keys: IdempotencyKeys, _ change: @escaping @Sendable (Transaction) throws -> SandboxResponse
    ) async throws -> SandboxResponse {
        guard let answer = try await once(keys, attempting: { try change($0) }) else {
            throw SandboxStoreError("a request without an answer was to be remembered")
        }
        return answer
    }

    /// Like `once`, for a change that may not happen.
    /// - Parameter change: returns nil if the request does not use up the key: the next one is the first.
    public func once(
        _ keys: IdempotencyKeys, attempting change: @escaping @Sendable (Transaction) throws -> SandboxResponse?
    ) async throws -> SandboxResponse? {
        guard let text = header(keys.header), !text.isEmpty else {
            if let missing = keys.missing { throw missing }
            return try await write(change)
        }
        let isBodyIgnored = keys.conflict == nil
        let request = Hex.encode(Digest.sha256(Array("\(method) \(target)\n".utf8) + (isBodyIgnored ? [] : body)))
        let key = Hex.encode(Digest.sha256(isBodyIgnored ? "\(text) \(request)" : text))
        guard let underWay = keys.underWay else {
            return try await once(keys, key, request, change)
        }
        guard try await !engine.keysUnderWay.contains(key, of: tenant) else { throw underWay }
        guard try await read({ try $0.request(withKey: key) == nil }) else {
            return try await once(keys, key, request, change)
        }
        guard try await engine.keysUnderWay.begin(key, of: tenant) else { throw underWay }
        do {
            let answer = try await once(keys, key, request, change)
            var delay = Duration.zero
            for case .slow(let time) in answer?.faults ?? [] { delay += time }
            // The change took effect, so the answer leaves even if this fails; the key is then free some seconds later.
            try? await engine.keysUnderWay.end(key, of: tenant, after: delay)
            return answer
        } catch {
            try? await engine.keysUnderWay.end(key, of: tenant, after: .zero)
            throw error
        }
    }

    /// - Parameters:
    ///   - key: the digest of the client's key.
    ///   - request: the digest of the request.
    private func once(
        _ keys: IdempotencyKeys, _ key: String, _ request: String,
        _ change: @escaping @Sendable (Transaction) throws -> SandboxResponse?
    ) async throws -> SandboxResponse? {
        do {
            return try await write { transaction in
                if let known = try transaction.request(withKey: key) {
                    guard known.request == request else { throw IdempotencyRefusal(error: keys.conflict) }
                    guard let answer = known.answer else { throw IdempotencyRefusal(error: keys.failed) }
                    return answer
                }
                guard let answer = try change(transaction) else { return nil }
                try transaction.keep(answer, to: request, key: key, until: transaction.now + keys.lifetime)
                return answer
            }
        } catch let refusal as IdempotencyRefusal {
            throw refusal.error ?? SandboxStoreError("an idempotency key was stored by another version")
        } catch let error as SandboxError where keys.failed != nil && error.status < 500 {
            try await write { try $0.keep(nil, to: request, key: key, until: $0.now + keys.lifetime) }
            throw error
        }
    }
}

/// The refusal of a repetition, which is not itself stored as a first request.
private struct IdempotencyRefusal: Error {
    let error: SandboxError?
}

/// Responses stored for idempotency keys. State files contain neither these nor the requests.
extension ReadTransaction {
    /// The digest of the first request with the key, and its response; no response if it was refused.
    fileprivate func request(withKey key: String) throws -> (request: String, answer: SandboxResponse?)? {
        guard let known = try session.answer(toKey: key, at: now.microseconds, of: tenant) else { return nil }
        let answer = try JSON(parsing: known.answer, limits: .init(size: known.answer.utf8.count))
        return (known.request, answer.isNull ? nil : try SandboxResponse(stored: JSONReader(answer)))
    }
}

extension Transaction {
    fileprivate func keep(_ answer: SandboxResponse?, to request: String, key: String, until: Timestamp) throws {
        try session.keep(
            (answer?.stored ?? .null).serialized(), toKey: key, request: request, at: now.microseconds,
            until: until.microseconds, of: tenant)
    }
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
