import ToqueCrypto
import ToqueEncoding

extension ControlAPI {
    /// API keys, each of which is a tenant.
    var keyEndpoints: [ControlEndpoint] {
        [
            ControlEndpoint(
                "GET", "keys", "List the IDs of all API keys, or of those with a text in their ID",
                query: ["search", "limit"], handler: listKeys),
            ControlEndpoint("POST", "keys", "Add an API key, and with it a tenant", handler: addKey),
            ControlEndpoint(
                "DELETE", "keys/{id}", "Remove an added API key and everything it owns", handler: removeKey),
        ]
    }

    @Sendable private func listKeys(_ request: SandboxRequest) async throws -> SandboxResponse {
        let (search, limit) = (request.query("search"), try request.integer("limit", in: 1...1000) ?? Int.max)
        // Another instance may have added some.
        try await engine.store.refreshAll()
        let tenants = try await engine.store.tenants().filter { tenant in
            engine.store.keys.contains(tenant.id) && search.map { tenant.id.contains($0) } ?? true
        }
        return .json([
            "keys": .array(tenants.prefix(limit).map { ["id": .string($0.id), "configured": .bool($0.isConfigured)] })
        ])
    }

    @Sendable private func addKey(_ request: SandboxRequest) async throws -> SandboxResponse {
        let (id, secret) = try request.decode(members: ["id", "secret"]) { body throws(JSONMemberError) in
            (try body.optional("id")?.string(), try body.optional("secret")?.string())
        }
        // Not from the seed: reproducible values are not secret. Tests that need fixed ids can name them.
        let random = SystemRandom()
        let key = APIKey(
            id: id ?? engine.provider.keyIDs.make(random), secret: secret ?? Base64URL.encode(random.bytes(32)))
        try Self.check(key)
        guard engine.provider.keyIDs.takes(key.id) else {
            throw SandboxError.invalid("id", "Expected \(engine.provider.keyIDs.expectation).")
        }
        try await tenantLock.withLock(key.id) {
            guard try await engine.store.tenants().allSatisfy({ $0.id != key.id }) else {
                throw SandboxError(
                    status: 409, code: "exists", message: "There is a key with this id; remove it first.", field: "id")
            }
            try await engine.admit(key, isConfigured: false)
        }
        return .json(["id": .string(key.id), "secret": .string(key.secret)], status: 201)
    }

    @Sendable private func removeKey(_ request: SandboxRequest) async throws -> SandboxResponse {
        let id = request.parameter("id")
        try await tenantLock.withLock(id) {
            guard let tenant = try await engine.store.tenants().first(where: { $0.id == id }) else {
                throw SandboxError.notFound("There is no key with this id.")
            }
            guard !tenant.isConfigured else {
                throw SandboxError(
                    status: 409, code: "configured",
                    message: "The key is one that the sandbox was started with; it cannot be removed while it runs.",
                    field: "id")
            }
            try await engine.store.remove(id)
            try await engine.journal.remove(tenant: id)
        }
        return .noContent
    }

    private static func check(_ key: APIKey) throws(SandboxError) {
        // It appears in paths, and before a colon in HTTP Basic (RFC 7617 section 2).
        guard (1...100).contains(key.id.utf8.count), FormURLEncoding.encode(key.id).isIdentical(to: key.id) else {
            throw .invalid("id", "Expected 1 to 100 letters, digits and characters of -._~ (RFC 3986 section 2.3).")
        }
        guard (8...200).contains(key.secret.utf8.count), key.secret.utf8.allSatisfy(\.isVisibleASCII)
        else { throw .invalid("secret", "Expected 8 to 200 visible ASCII characters.") }
    }
}
