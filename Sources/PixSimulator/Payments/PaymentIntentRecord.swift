import PixAPI
import Sandbox
import ToqueEncoding

/// A payment intent as the bank and the provider keep it; its charge is an object of its own.
struct PaymentIntentRecord: StoredModel {
    static let kind = "payment_intent"
    var id: String { intent.id }

    /// Without its charges, which `shown` adds.
    var intent: PaymentIntent
    var state: PaymentIntentState
    var chargeID: String
    var challenge: [UInt8]
    /// As received with the assertion; never shown.
    var riskSignals: JSONObject?
    /// What the bank made of the assertion, and its sentence.
    var result: PaymentIntentEvent?
    var refusal: String?

    init(intent: PaymentIntent, chargeID: String, challenge: [UInt8]) {
        self.intent = intent
        state = .awaitingAssertion
        self.chargeID = chargeID
        self.challenge = challenge
    }

    init(_ reader: JSONReader) throws(JSONMemberError) {
        intent = try PaymentIntent(reader.member("intent"))
        let state = try reader.member("state")
        guard let value = PaymentIntentState(rawValue: try state.string()) else {
            throw state.mismatch(expected: "a payment intent's state")
        }
        self.state = value
        chargeID = try reader.member("charge").string()
        challenge = try reader.member("challenge").base64URL()
        riskSignals = try reader.optional("risk_signals")?.object()
        result = try reader.optional("result").flatMap { (member) throws(JSONMemberError) in
            PaymentIntentEvent(rawValue: try member.string())
        }
        refusal = try reader.optional("refusal")?.string()
    }

    var json: JSON {
        var object: JSONObject = [
            "intent": intent.json, "state": .string(state.rawValue), "charge": .string(chargeID),
            "challenge": .base64URL(challenge),
        ]
        object["risk_signals"] = riskSignals.map(JSON.object)
        object["result"] = result.map { .string($0.rawValue) }
        object["refusal"] = refusal.map(JSON.string)
        return .object(object)
    }

    /// The intent with its charge.
    func shown(_ transaction: Transaction) throws -> PaymentIntent {
        var intent = intent
        intent.charges = try Charge.find(chargeID, transaction).map { [$0] } ?? []
        return intent
    }
}
