import ToqueCrypto
import ToqueEncoding

/// A read-only operation's view of the database: one tenant's objects as JSON documents by kind and id, one-time
/// values, settings, events and webhooks. The provider decodes documents to its own types.
public class ReadTransaction {
    final let session: any StorageSession
    final let store: SandboxStore
    /// Id of the API key that owns the objects.
    public final let tenant: String
    /// The tenant's time for everything in this transaction.
    public final let now: Timestamp

    init(_ session: any StorageSession, _ store: SandboxStore, of tenant: String, at now: Timestamp) {
        self.session = session
        self.store = store
        self.tenant = tenant
        self.now = now
    }

    // MARK: Objects

    /// The document, or nil.
    public final func object(kind: String, id: String) throws -> JSON? {
        try session.document(kind: kind, id: id, of: tenant)
    }

    /// True if an object of any kind has this id.
    final func hasObject(_ id: String) throws -> Bool { try kind(of: id) != nil }

    /// The kind of the object with this id; nil if there is none.
    package final func kind(of id: String) throws -> String? { try session.kind(ofObject: id, of: tenant) }

    /// The decoded document, or nil. Recently read or written ones come from the cache.
    public final func object<Value: Sendable>(kind: String, id: String, _ read: (JSON) throws -> Value) throws -> Value?
    {
        let key = ObjectCache.Key(tenant: tenant, kind: kind, id: id)
        if let value = store.objects[key] as? Value { return value }
        guard let value = try object(kind: kind, id: id).map(read) else { return nil }
        store.objects.insert(value, for: key)
        return value
    }

    /// Returns the documents of a kind that meet all conditions.
    /// - Parameters:
    ///   - newestFirst: if false, in insertion order.
    /// - Returns: the number of matches, and the matches in the range.
    public final func objects(
        kind: String, filters: [ObjectFilter] = [], newestFirst: Bool = true, offset: Int = 0, limit: Int
    ) throws -> (count: Int, bodies: [JSON]) {
        try session.documents(
            kind: kind, filters: filters, newestFirst: newestFirst, offset: offset, limit: limit, of: tenant)
    }

    // MARK: One-time values

    /// The subject of the value, used or not; nil for an unknown value.
    public final func subject(ofOneTimeValue value: String, purpose: String) throws -> String? {
        try session.subject(ofOneTimeValue: Self.hash(value), purpose: purpose, of: tenant)
    }

    static func hash(_ value: String) -> String { Hex.encode(Digest.sha256(value)) }

    // MARK: Settings

    public final func setting(_ name: String) throws -> String? { try session.setting(name, of: tenant) }
}
