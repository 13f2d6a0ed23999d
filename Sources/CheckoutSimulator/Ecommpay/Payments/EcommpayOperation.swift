import CheckoutContracts
import SandboxKit
import ToqueEncoding

/// An operation of a payment, as callbacks and Gate show it.
struct EcommpayOperation: Sendable, Hashable {
    enum Kind: String, Sendable, Hashable, JSONChoice {
        case sale, auth
        case verification = "account verification"
        case capture, cancel, refund

        init(_ action: EcommpayPaymentOptions.Action) {
            switch action {
            case .sale: self = .sale
            case .auth: self = .auth
            case .verify: self = .verification
            }
        }
    }

    var id = 0
    var kind = Kind.sale
    /// Its own final status, or else the payment's.
    var status = ""
    var createdDate = Timestamp.epoch
    var date = Timestamp.epoch
    var requestID = ""
    var amount = 0
    /// nil until it has ended.
    var code: EcommpayOperationCode?
    var message: String?
    /// The underlying provider's ID for it.
    var authCode: String?

    var isOver: Bool { code != nil }

    /// The API's form.
    func shown(currency: String) -> EcommpayCallbackOperation {
        var shown = EcommpayCallbackOperation()
        shown.id = id
        shown.type = kind.rawValue
        shown.status = status
        shown.date = date.ecommpay
        shown.createdDate = createdDate.ecommpay
        shown.requestID = requestID
        shown.sumInitial = EcommpaySum(amount: amount, currency: currency)
        shown.sumConverted = shown.sumInitial
        shown.code = code
        shown.message = message
        if let authCode { shown.provider = ["id": 1, "auth_code": .string(authCode)] }
        return shown
    }
}

extension EcommpayOperation: JSONStructure {
    static let blank = EcommpayOperation()

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("id", &id)
        coder.required("kind", &kind)
        coder.required("status", &status)
        coder.required("created_date", &createdDate)
        coder.required("date", &date)
        coder.required("request_id", &requestID)
        coder.required("amount", &amount, in: EcommpayPaymentOptions.amounts)
        coder.optional("code", &code)
        coder.optional("message", &message)
        coder.optional("auth_code", &authCode)
    }
}

extension Timestamp {
    /// `2026-01-31T12:00:02+0000`, the provider's form.
    var ecommpay: String { "\(description.prefix(19))+0000" }
}
