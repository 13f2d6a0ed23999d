/// The owner of the database's objects.
extension StorageSession {
    func provider() throws -> (name: String, version: Int)? {
        try first("SELECT name, version FROM provider", []).map { (try $0.text("name"), try $0.int("version")) }
    }

    /// True for a database without any tenant, and so without objects.
    func hasNoTenants() throws -> Bool { try first("SELECT 1 AS found FROM tenant LIMIT 1", []) == nil }

    /// Its version never goes back while there are objects.
    func setProvider(_ name: String, version: Int) throws {
        // An empty database was another provider's without use.
        if try hasNoTenants() { try run("DELETE FROM provider WHERE name <> ?", [.text(name)]) }
        try run(
            """
            INSERT INTO provider ("only", name, version) VALUES (1, ?, ?)
            ON CONFLICT ("only") DO UPDATE SET version = excluded.version WHERE provider.version < excluded.version
            """, [.text(name), .integer(version)])
    }
}
