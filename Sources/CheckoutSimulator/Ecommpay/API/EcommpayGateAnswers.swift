import CheckoutContracts
import ToqueEncoding

/// Gate's response to an order.
struct EcommpayGateAnswer: JSONStructure {
    static let blank = EcommpayGateAnswer(requestID: "", projectID: 0, paymentID: "")

    var requestID: String
    var projectID: Int
    var paymentID: String

    mutating func members(_ coder: inout JSONCoder) {
        coder.shown("status", "success", .choice(["success"]))
        coder.required("request_id", &requestID)
        coder.required("project_id", &projectID, in: 0...Int(Int32.max))
        coder.required("payment_id", &paymentID)
    }
}

/// Gate's response to a request for the status.
struct EcommpayStatusAnswer: JSONStructure {
    static let blank = EcommpayStatusAnswer(requestID: "", paymentID: "", history: .blank)

    var requestID: String
    var paymentID: String
    var history: EcommpayPaymentHistory

    mutating func members(_ coder: inout JSONCoder) {
        coder.shown("status", "success", .choice(["success"]))
        coder.required("request_id", &requestID)
        coder.required("payment_id", &paymentID)
        history.members(&coder)
        coder.move("project_id", before: "payment_id")
    }
}

/// A payment with its operations, for Gate and control.
struct EcommpayPaymentHistory: JSONStructure {
    static let blank = EcommpayPaymentHistory(projectID: 0)

    var projectID: Int
    var payment = EcommpayCallbackPayment()
    /// Oldest first.
    var operations: [EcommpayCallbackOperation] = []
    var customer: JSONObject?
    var recurring: JSONObject?

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("project_id", &projectID, in: 0...Int(Int32.max))
        coder.required("payment", &payment, .component(EcommpayComponents.payment))
        coder.required("operations", &operations, .array(of: .component(EcommpayComponents.operation)))
        coder.optional("customer", &customer)
        coder.optional("recurring", &recurring)
    }
}
