import ToqueEncoding

/// A webhook's body. A receiver that charges on `source.chargeable` leaves the device nothing to wait for.
///
/// The same event may come again, and behind a later one: its id tells the first, and `GET /v1/sources/{id}` the
/// status that holds.
public struct TakeMeEvent: Sendable, Hashable {
    /// What an event tells.
    public enum Kind: String, Sendable, Hashable, CaseIterable, JSONChoice {
        case chargeable = "source.chargeable"
        case consumed = "source.consumed"
        case failed = "source.failed"

        /// The event that tells a status; nil for a status that no event tells.
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
    /// When it happened, not when it was sent.
    public var created: Timestamp
    /// Id of the source.
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
