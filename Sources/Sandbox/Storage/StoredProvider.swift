import GRDB
import ToqueEncoding

/// A provider's part of the database schema.
public struct StoredProvider: Sendable {
    let name: String
    /// Version of its objects.
    let version: Int
    let indexes: [ObjectIndex]
    let deliveryRules: DeliveryRules
    /// Names of each tenant's secrets.
    let secrets: [String]
    /// True if the keys' own secrets are kept for computation.
    let keepsKeySecrets: Bool

    /// - Parameters:
    ///   - version: of its objects.
    ///   - indexes: paths of frequent lookups.
    ///   - secrets: names of each tenant's secrets.
    ///   - keepsKeySecrets: true to keep the keys' own secrets for computation.
    public init(
        name: String = "", version: Int = 1, indexes: [ObjectIndex] = [],
        deliveryRules: DeliveryRules = DeliveryRules(), secrets: [String] = [], keepsKeySecrets: Bool = false
    ) {
        self.name = name
        self.version = version
        self.indexes = indexes
        self.deliveryRules = deliveryRules
        self.secrets = secrets
        self.keepsKeySecrets = keepsKeySecrets
    }

    init(_ provider: some SandboxProvider) {
        self.init(
            name: provider.name, version: provider.objectVersion, indexes: provider.indexes,
            deliveryRules: provider.deliveryRules, secrets: provider.tenantSecrets,
            keepsKeySecrets: provider.keepsKeySecrets)
    }

    /// - Throws: `SandboxStoreError` for another provider's database, or for a later version of its objects.
    func check(_ database: Database) throws {
        let row = try Row.fetchOne(database, sql: "SELECT name, version FROM provider")
        guard let row, row["name"] == name else {
            let found = (row?["name"] as String?)?.quoted ?? "none"
            throw SandboxStoreError("the file is of the provider \(found), not of \(name.quoted); name another file")
        }
        guard row["version"] <= version else {
            throw SandboxStoreError(
                "the file has objects of version \(row["version"] as Int), and this toque reads those up to version "
                    + "\(version); take a later toque or name another file")
        }
    }

    func save(_ database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO provider (only, name, version) VALUES (1, ?, ?)
                ON CONFLICT (only) DO UPDATE SET version = excluded.version WHERE version < excluded.version
                """, arguments: [name, version])
    }
}
