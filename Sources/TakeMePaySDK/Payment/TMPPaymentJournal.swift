import CheckoutContracts
import ToqueEncoding

/// Stores a payment's state, so a restarted process continues with the same source. The state contains the source's
/// `clientSecret`.
public struct TMPPaymentJournal: Sendable {
    private let load: @Sendable () async throws -> [UInt8]?
    private let store: @Sendable ([UInt8]?) async throws -> Void

    /// - Parameters:
    ///   - load: returns the stored bytes; nil if there are none.
    ///   - store: replaces the stored bytes, readable by nobody else; nil deletes them.
    public init(
        load: @escaping @Sendable () async throws -> [UInt8]?,
        store: @escaping @Sendable ([UInt8]?) async throws -> Void
    ) {
        self.load = load
        self.store = store
    }

    func read() async throws(TMPError) -> TMPPaymentRecord? {
        do {
            return try await load().map { try TMPPaymentRecord(json: JSON(parsing: $0)) }
        } catch {
            throw TMPError(.payment, "the journal cannot be read: \(error)")
        }
    }

    func write(_ record: TMPPaymentRecord?) async throws(TMPError) {
        do {
            try await store(record.map { $0.json.utf8 })
        } catch {
            throw TMPError(.payment, "the journal cannot be written: \(error)")
        }
    }
}

/// The one source of a payment that may be paid.
struct TMPPaymentRecord: Sendable, Hashable {
    var request: TakeMeSourceRequest
    /// The idempotency key of the request.
    var key: String
    /// nil if no response has arrived.
    var source: TakeMeSource?
    /// True if the wallet has reported its authorization.
    var isAuthorized = false

    /// Returns true if it belongs to a payment with these parameters. Method and return URL may differ.
    func isOf(_ params: TMPSourceParams) -> Bool {
        request.amount == Int(clamping: params.amount) && request.currency.code == params.currency
            && request.description == params.description
    }
}

extension TMPPaymentRecord: JSONStructure {
    static let blank = TMPPaymentRecord(
        request: TakeMeSourceRequest(amount: 1, currency: .blank, type: .weChatPay), key: "")

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("request", &request)
        coder.required("key", &key)
        coder.optional("source", &source)
        coder.required("is_authorized", &isAuthorized)
    }
}
