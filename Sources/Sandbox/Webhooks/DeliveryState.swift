/// How far a delivery has come.
public enum DeliveryState: String, Sendable, CaseIterable {
    /// Attempts are to come.
    case pending
    /// The receiver answered 2xx in time.
    case delivered
    /// The last attempt failed, or the endpoint was removed. The object's next webhook goes on.
    case failed
}
