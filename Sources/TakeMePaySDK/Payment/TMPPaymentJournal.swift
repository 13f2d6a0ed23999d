import CheckoutContracts
import ToqueEncoding

/// Keeps what a payment has come to, so that a process that is started again goes on with the same source. What is kept
/// has the source's `clientSecret` in it.
public struct TMPPaymentJournal: Sendable {
    private let load: @Sendable () async throws -> [UInt8]?
    private let store: @Sendable ([UInt8]?) async throws -> Void

    /// - Parameters:
    ///   - load: what is kept; nil where nothing is.
    ///   - store: keeps these bytes in place of what was kept, for nobody else to read; nil for nothing any more.
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
    /// Nil where no answer has come.
    var source: TakeMeSource?
    /// Whether the wallet has told that it is authorized.
    var isAuthorized = false

    /// Whether it is of a payment with these parameters. Method and return URL may be others.
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
