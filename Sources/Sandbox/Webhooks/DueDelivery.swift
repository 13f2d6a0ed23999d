import ToqueEncoding

/// A delivery whose time has come, with all that its attempt needs.
struct DueDelivery: Sendable {
    let cursor: Int64
    let webhook: String
    let lane: DeliveryLane
    let url: String
    let token: String?
    let body: String
    let due: Timestamp
    /// How many attempts were made before.
    let attempts: Int
}
