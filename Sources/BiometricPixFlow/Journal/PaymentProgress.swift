import PixAPI
import ToqueEncoding

/// A payment's journal.
struct PaymentProgress: FlowProgress, Hashable {
    static let flow = "payment"

    let request: PaymentRequest
    /// Finds the payment intent where the answer that told its id was lost.
    let externalID: String
    /// Id of the payment intent.
    var intent: String?
    /// The signature that was made, until the provider has it. Its risk signals are collected when it is sent.
    var authorization: AuthorizePaymentIntentRequest?
    var isAuthorized = false
    var sent: Set<Submission> = []

    init(request: PaymentRequest, externalID: String) {
        self.request = request
        self.externalID = request.payload.externalID ?? externalID
    }

    init(_ reader: JSONReader) throws(JSONMemberError) {
        request = try PaymentRequest(reader.member("request"))
        externalID = try reader.member("external_id").string()
        intent = try reader.optional("payment_intent")?.string()
        if let reader = try reader.optional("authorization") {
            authorization = try AuthorizePaymentIntentRequest(reader)
        }
        isAuthorized = try reader.member("authorized").bool()
        sent = try reader.submissions("sent")
    }

    var json: JSON {
        var object: JSONObject = ["request": request.json, "external_id": .string(externalID)]
        object["payment_intent"] = intent.map(JSON.string)
        object["authorization"] = authorization?.json
        object["authorized"] = .bool(isAuthorized)
        object["sent"] = .submissions(sent)
        return .object(object)
    }

    mutating func forget(_ submission: Submission) {
        if submission == .authorization { authorization = nil }
    }

    mutating func isTaken() {
        isAuthorized = true
        authorization = nil
    }
}
