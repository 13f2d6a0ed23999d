import ToqueEncoding

/// A tenant's time: the sandbox's with an offset, or frozen.
public struct TenantClock: Sendable, Hashable {
    /// The time at which it is frozen, if it is.
    public var frozenAt: Timestamp?
    /// The offset from the sandbox's time while it runs.
    public var offset: Duration

    public init(frozenAt: Timestamp? = nil, offset: Duration = .zero) {
        self.frozenAt = frozenAt
        self.offset = offset
    }

    /// - Parameter base: the sandbox's time.
    func now(_ base: Timestamp) -> Timestamp { frozenAt ?? base + offset }

    /// Returns the sandbox's time at the tenant's `due`; nil while the time is frozen.
    func deadline(_ due: Timestamp) -> Timestamp? {
        frozenAt == nil ? due + .microseconds(-offset.microseconds) : nil
    }
}
