import ToqueEncoding

/// The status of a source. Pending statuses have their own type, so *not yet* is never mistaken for *no*.
public enum TakeMeSourceStatus: Sendable, Hashable {
    /// The source can still be consumed.
    case pending(Pending)
    /// The source does not change any more.
    case final(Final)
    /// A status of a later version, neither *yes* nor *no*.
    case unrecognized(String)

    public enum Pending: String, Sendable, Hashable, CaseIterable {
        /// The payer has not authorized it.
        case pending
        /// The payer has authorized it, and the merchant's server can charge it. No money moves before that.
        case chargeable
    }

    public enum Final: String, Sendable, Hashable, CaseIterable {
        /// The merchant's server has charged it.
        case consumed
        /// It was refused, or nobody authorized or charged it in time.
        case failed
    }

    public init(_ text: String) {
        if let pending = Pending.allCases.first(where: { $0.rawValue.isIdentical(to: text) }) {
            self = .pending(pending)
        } else if let final = Final.allCases.first(where: { $0.rawValue.isIdentical(to: text) }) {
            self = .final(final)
        } else {
            self = .unrecognized(text)
        }
    }

    /// The status in the API.
    public var text: String {
        switch self {
        case .pending(let status): status.rawValue
        case .final(let status): status.rawValue
        case .unrecognized(let text): text
        }
    }

    /// The number in the SDK's enumeration.
    public var number: Int {
        switch self {
        case .unrecognized: 0
        case .pending(.pending): 1
        case .pending(.chargeable): 2
        case .final(.consumed): 3
        case .final(.failed): 4
        }
    }

    /// All statuses of the API.
    public static let known: [TakeMeSourceStatus] =
        Pending.allCases.map { .pending($0) } + Final.allCases.map { .final($0) }
}

extension TakeMeSourceStatus: JSONValue {
    package static func read(_ reader: JSONReader) throws(JSONMemberError) -> TakeMeSourceStatus {
        TakeMeSourceStatus(try reader.string())
    }

    package var json: JSON { .string(text) }
    package static var schema: JSONSchema { .choice(known.map(\.text)) }
    package static var expectation: String { known.map(\.text).joined(separator: " or ") }
}
