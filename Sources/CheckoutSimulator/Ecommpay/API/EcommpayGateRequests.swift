import CheckoutContracts
import ToqueEncoding

/// The body of a request to Gate.
struct EcommpayGateRequest: JSONStructure, RequestModel {
    static let blank = EcommpayGateRequest()

    var projectID = 0
    var paymentID = ""
    var signature = ""
    var amount: Int?
    var currency: String?
    var description: String?

    mutating func members(_ coder: inout JSONCoder) {
        coder.object("general") { coder in
            coder.required("project_id", &projectID, in: 1...Int(Int32.max))
            coder.required("payment_id", &paymentID, upTo: 255)
            coder.required("signature", &signature)
        }
        coder.object("payment", .optional, isAbsent: amount == nil && currency == nil && description == nil) { coder in
            coder.optional("amount", &amount, in: 1...EcommpayPaymentOptions.amounts.upperBound)
            coder.optional("currency", &currency)
            coder.optional("description", &description, upTo: 255)
        }
        // Gate's other features, which this sandbox does not support: refused by name rather than ignored.
        for name in ["recurring", "recurring_id", "payout", "network_token", "token"] {
            coder.check(name, "no such member: repeated debits, payouts and network tokens are out of scope")
        }
    }
}
