/// Who a key belongs to. One API key is one tenant, whose objects, time and events are nobody else's.
public struct Tenant: Sendable, Hashable {
    /// The key's id.
    public var id: String
    /// Named by the configuration, and not made through control.
    public var isConfigured: Bool
}
