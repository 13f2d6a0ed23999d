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

    /// Whichever the database belongs to.
    static let any = StoredProvider(name: "", version: 0)

    private var isAny: Bool { name.isEmpty && version == 0 }

    /// Anybody may have a database without tenants.
    /// - Throws: `SandboxStoreError` for another provider's database, or for a later version of its objects.
    func check(_ session: any StorageSession) throws {
        if isAny { return }
        let found = try session.provider()
        guard let found, found.name == name else {
            // It may even have no provider: whoever looked at it as the source of a copy left its tables empty.
            if try session.hasNoTenants() { return }
            throw SandboxStoreError(
                "the database is of the provider \(found?.name.quoted ?? "none"), not of \(name.quoted)",
                remedy: "name another database")
        }
        guard found.version <= version else {
            throw SandboxStoreError(
                "the database has objects of version \(found.version), and this toque reads those up to version "
                    + "\(version)", remedy: "take a later toque or name another database")
        }
    }

    func save(_ session: any StorageSession) throws {
        if !isAny { try session.setProvider(name, version: version) }
    }
}
