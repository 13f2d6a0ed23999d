import ToqueEncoding

/// Names that only one of several processes may take at a time.
extension SandboxStore {
    /// True if other processes change the same data, so that memory alone cannot tell what happened.
    public var isShared: Bool { storage.isShared }

    /// Takes a name until a time.
    /// - Parameters:
    ///   - name: the thing that happens once.
    ///   - tenant: its owner.
    ///   - now: the time by the clock of `end`.
    ///   - end: the time from which the name is free again.
    /// - Returns: false if it is taken.
    /// - Throws: `SandboxError` with status 404 if the tenant is gone.
    public func claim(
        _ name: String, of tenant: String, at now: Timestamp, until end: Timestamp
    ) async throws -> Bool {
        try await access(.tenant(tenant), announces: false) { session in
            if try session.claim(name, of: tenant, at: now, until: end) { return true }
            guard try session.hasTenant(tenant) else { throw SandboxError.noTenant }
            return false
        }
    }

    func hasClaim(_ name: String, of tenant: String, at now: Timestamp) async throws -> Bool {
        try await access(.tenant(tenant), isReading: true, announces: false) {
            try $0.hasClaim(name, of: tenant, at: now)
        }
    }

    /// Frees a name at a time.
    func release(_ name: String, of tenant: String, at end: Timestamp) async throws {
        try await access(.tenant(tenant), announces: false) { try $0.release(name, of: tenant, at: end) }
    }
}
