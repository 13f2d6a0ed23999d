import GRDB

/// What an endpoint hears about an object: these deliveries go one after the other.
struct DeliveryLane: Sendable, Hashable {
    let endpoint: Int64
    let object: String

    /// The condition for what is still to be sent of a lane; its placeholders take `arguments(of:)`.
    static let isPending = "state = 'pending' AND tenant = ? AND endpoint = ? AND object = ?"

    func arguments(of tenant: String) -> StatementArguments { [tenant, endpoint, object] }
}
