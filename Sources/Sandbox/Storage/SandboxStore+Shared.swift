import ToqueCrypto
import ToqueEncoding

/// Operations on the whole database, not on a single tenant.
extension SandboxStore {
    /// The tenants that own a one-time value, used or not: several if they loaded the same state.
    public func tenants(ofOneTimeValue value: String, purpose: String) async throws -> [String] {
        let hash = ReadTransaction.hash(value)
        return try await access(.everything, isReading: true) { try $0.tenants(ofOneTimeValue: hash, purpose: purpose) }
    }

    /// The tenants that have an object of any kind with this id, the first owner first: several if they loaded the same
    /// state or began with the same objects.
    public func tenants(ofObject id: String) async throws -> [String] {
        try await access(.everything, isReading: true) { try $0.tenants(ofObject: id) }
    }

    /// Begins a journal in memory, which forgets what an earlier process or a copy left in the table: nobody would see
    /// it again before a copy to a shared database.
    /// - Returns: the cursor after which it begins. Time passes faster than requests come, so that no earlier journal
    ///   gave a later one.
    func beginJournal() async throws -> Int64 {
        try await access(.everything) { session in
            let (table, number) = (StoredTable.journal, "cursor")
            let last = max(try session.lastNumber(of: table, number), Timestamp.now().microseconds)
            try session.removeAllRequests()
            try session.setLastNumber(last, of: table, number)
            return last
        }
    }

    /// Randomness of the database rather than a tenant, such as for keys.
    /// - Parameter purpose: with a seed, the same purpose gives the same bytes.
    public func random(for purpose: String) -> any RandomSource {
        seed.map { SeededRandom(seed: "\($0)\u{0}\(purpose)") } ?? SystemRandom()
    }

    /// A tenant's secrets. Generates the missing ones that the provider declares.
    func readSecrets(of tenant: String, _ session: any StorageSession) throws -> [String: TenantSecret] {
        try secrets.read(of: tenant, session) { random(for: "secret \($0) of \(tenant)") }
    }

    /// A setting of the database, shared by all tenants.
    public func sharedSetting(_ name: String) async throws -> String? {
        try await access(.everything, isReading: true) { try $0.sharedSetting(name) }
    }

    /// Sets it unless it has a value.
    /// - Returns: its value.
    public func initializeSharedSetting(_ name: String, _ value: String) async throws -> String {
        // A write would wait for the operations of all tenants.
        if let known = try await sharedSetting(name) { return known }
        return try await access(.everything) { session in
            try session.initializeSharedSetting(name, value)
            return try session.sharedSetting(name) ?? value
        }
    }
}
