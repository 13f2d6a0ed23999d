import PixAPI
import Sandbox
import SandboxKit
import ToqueEncoding

/// A payment intent as the bank and the provider keep it; its charge is an object of its own.
struct PaymentIntentRecord: ScenarioModel {
    static let kind = "payment_intent"
    var id: String { intent.id }

    /// Without its charges, which `shown` adds.
    var intent: PaymentIntent
    var state: PaymentIntentState
    var scenario: PixScenario.Choice
    /// What the bank does when its timer is due.
    var nextStep: PlannedEvent<PaymentIntentEvent>?
    var refusedRequests = 0
    var chargeID: String
    var challenge: [UInt8]
    /// As received with the assertion; never shown.
    var riskSignals: JSONObject?
    /// What the bank makes of the assertion by itself.
    var verdict: PlannedEvent<PaymentIntentEvent>?

    init(intent: PaymentIntent, scenario: PixScenario.Choice, chargeID: String, challenge: [UInt8]) {
        self.intent = intent
        self.scenario = scenario
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
        scenario = try PixScenario.Choice(reader.member("scenario"))
        nextStep = try reader.optional("bank_step").map(PlannedEvent.init)
        refusedRequests = try reader.optional("refused_requests")?.int() ?? 0
        chargeID = try reader.member("charge").string()
        challenge = try reader.member("challenge").base64URL()
        riskSignals = try reader.optional("risk_signals")?.object()
        verdict = try reader.optional("verdict").map(PlannedEvent.init)
    }

    var json: JSON {
        var object: JSONObject = [
            "intent": intent.json, "state": .string(state.rawValue), "scenario": scenario.json,
            "charge": .string(chargeID), "challenge": .base64URL(challenge),
        ]
        object["bank_step"] = nextStep?.json
        object["refused_requests"] = refusedRequests == 0 ? nil : .int(refusedRequests)
        object["risk_signals"] = riskSignals.map(JSON.object)
        object["verdict"] = verdict?.json
        return .object(object)
    }

    var shownStatus: ShownStatus {
        ShownStatus(intent.status.rawValue, reason: intent.failureCode, message: intent.failureMessage)
    }

    /// The intent with its charge.
    func shown(_ transaction: ReadTransaction) throws -> PaymentIntent {
        var intent = intent
        intent.charges = try Charge.find(chargeID, transaction).map { [$0] } ?? []
        return intent
    }
}
