import ToqueEncoding

/// A webhook's body. If the receiver charges on `source.chargeable`, the device only has to wait for the result.
///
/// An event may be delivered repeatedly, even after a later one. Its ID identifies repetitions; `GET /v1/sources/{id}`
/// returns the current status.
public struct TakeMeEvent: Sendable, Hashable {
    /// The type of an event.
    public enum Kind: String, Sendable, Hashable, CaseIterable, JSONChoice {
        case chargeable = "source.chargeable"
        case consumed = "source.consumed"
        case failed = "source.failed"

        /// The event for a status; nil for a status without an event.
        public init?(_ status: TakeMeSourceStatus) {
            switch status {
            case .pending(.chargeable): self = .chargeable
            case .final(.consumed): self = .consumed
            case .final(.failed): self = .failed
            case .pending(.pending), .unrecognized: return nil
            }
        }
    }

    /// The same in every delivery.
    public var id: String
    public var kind: Kind
    /// The time of the event, not of the delivery.
    public var created: Timestamp
    /// The ID of the source.
    public var source: String
    public var status: TakeMeSourceStatus
    /// In the currency's minor units.
    public var amount: Int
    public var currency: Currency

    public init(
        id: String, kind: Kind, created: Timestamp, source: String, status: TakeMeSourceStatus, amount: Int,
        currency: Currency
    ) {
        self.id = id
        self.kind = kind
        self.created = created
        self.source = source
        self.status = status
        self.amount = amount
        self.currency = currency
    }
}

extension TakeMeEvent: JSONStructure {
    package static let blank = TakeMeEvent(
        id: "", kind: .chargeable, created: .epoch, source: "", status: .pending(.chargeable), amount: 1,
        currency: .blank)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("id", &id)
        coder.required("type", &kind)
        coder.milliseconds("created", &created)
        coder.object("data") { data in
            data.constant("object", "source")
            data.required("id", &source)
            data.required("status", &status)
            data.required("amount", &amount)
            data.required("currency", &currency)
        }
    }
}
