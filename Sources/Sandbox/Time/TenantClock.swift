import ToqueEncoding

/// A tenant's time: the sandbox's, moved, or standing still.
public struct TenantClock: Sendable, Hashable {
    /// The tenant's time while it stands still.
    public var frozenAt: Timestamp?
    /// How far it is ahead of the sandbox's while it runs.
    public var offset: Duration

    public init(frozenAt: Timestamp? = nil, offset: Duration = .zero) {
        self.frozenAt = frozenAt
        self.offset = offset
    }

    /// - Parameter base: the sandbox's time.
    func now(_ base: Timestamp) -> Timestamp { frozenAt ?? base + offset }

    /// When the sandbox's clock shows what is `due` for the tenant; nil while the time stands still.
    func deadline(_ due: Timestamp) -> Timestamp? {
        frozenAt == nil ? due + .microseconds(-offset.microseconds) : nil
    }
}
