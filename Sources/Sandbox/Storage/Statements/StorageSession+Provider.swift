/// The owner of the database's objects.
extension StorageSession {
    func provider() throws -> (name: String, version: Int)? {
        try first("SELECT name, version FROM provider", []).map { (try $0.text("name"), try $0.int("version")) }
    }

    /// Its version never goes back.
    func setProvider(_ name: String, version: Int) throws {
        try run(
            """
            INSERT INTO provider ("only", name, version) VALUES (1, ?, ?)
            ON CONFLICT ("only") DO UPDATE SET version = excluded.version WHERE provider.version < excluded.version
            """, [.text(name), .integer(version)])
    }
}
