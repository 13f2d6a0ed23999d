import CheckoutContracts
import SandboxKit
import ToqueEncoding

extension EcommpayPayment {
    /// The form in callbacks and Gate's responses.
    var shownPayment: EcommpayCallbackPayment {
        var payment = EcommpayCallbackPayment()
        payment.id = id
        payment.type = options.action == .verify ? "account_verification" : "purchase"
        payment.status = state.status
        payment.date = updatedAt.ecommpay
        payment.method = method
        payment.sum = EcommpaySum(amount: amount, currency: options.paymentCurrency)
        payment.description = options.paymentDescription ?? ""
        return payment
    }

    /// The last operation; nil before the first.
    var shownOperation: EcommpayCallbackOperation? { operations.last?.shown(currency: options.paymentCurrency) }

    /// The repeated payment that this one registered: shown from the first success, and never debited.
    var recurring: JSONObject? {
        guard let info = options.recurrentInfo, info.register, charged > 0 || isVerified,
            var recurring = info.json.objectValue
        else { return nil }
        recurring["id"] = .int(operations.first?.id ?? 0)
        recurring["status"] = "active"
        return recurring
    }

    private var isVerified: Bool { options.action == .verify && state == .success }

    /// The callback for the merchant's server.
    func callback(project: String) -> EcommpayCallback {
        var callback = EcommpayCallback()
        callback.projectID = Int(project) ?? 0
        callback.payment = shownPayment
        callback.customerID = options.customerID
        callback.operation = shownOperation
        callback.recurring = recurring
        return callback
    }

    /// The form in Gate and control.
    func history(project: String) -> EcommpayPaymentHistory {
        EcommpayPaymentHistory(
            projectID: Int(project) ?? 0, payment: shownPayment,
            operations: operations.map { $0.shown(currency: options.paymentCurrency) },
            customer: options.customerID.map { ["id": .string($0)] }, recurring: recurring)
    }
}
