import PixAPI
import ToqueEncoding

/// A payment's journal.
struct PaymentProgress: FlowProgress, Hashable {
    static let flow = "payment"

    private(set) var request: PaymentRequest
    /// Finds the payment intent if the response with its id was lost.
    private(set) var externalID: String
    /// Id of the payment intent.
    var intent: String?
    /// The signature, until the provider has it. Its risk signals are collected when it is sent.
    var authorization: AuthorizePaymentIntentRequest?
    var isAuthorized = false
    var sent: Set<Submission> = []

    init(request: PaymentRequest, externalID: String) {
        self.request = request
        self.externalID = request.payload.externalID ?? externalID
    }

    static let blank = Self(request: .blank, externalID: "")

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("request", &request)
        coder.required("external_id", &externalID)
        coder.optional("payment_intent", &intent)
        coder.optional("authorization", &authorization)
        coder.required("authorized", &isAuthorized)
        coder.sent(&sent)
    }

    mutating func forget(_ submission: Submission) {
        if submission == .authorization { authorization = nil }
    }

    mutating func isTaken() {
        isAuthorized = true
        authorization = nil
    }
}
