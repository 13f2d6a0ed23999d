import PixAPI
import Sandbox
import SandboxKit
import ToqueEncoding

/// A payment intent as stored by the bank and the provider; its charge is a separate object.
struct PaymentIntentRecord: ScenarioModel {
    static let kind = "payment_intent"
    var id: String { intent.id }

    /// Without its charges, which `shown` adds.
    var intent: PaymentIntent
    var state: PaymentIntentState
    var scenario: PixScenario.Choice
    /// The bank's next event, when its timer is due.
    var nextStep: PlannedEvent<PaymentIntentEvent>?
    var refusedRequests = 0
    var chargeID: String
    var challenge: [UInt8]
    /// As received with the assertion; never shown.
    var riskSignals: JSONObject?
    /// The bank's verdict on the assertion.
    var verdict: PlannedEvent<PaymentIntentEvent>?

    init(intent: PaymentIntent, scenario: PixScenario.Choice, chargeID: String, challenge: [UInt8]) {
        self.intent = intent
        self.scenario = scenario
        state = .awaitingAssertion
        self.chargeID = chargeID
        self.challenge = challenge
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

extension PaymentIntentRecord: JSONStructure {
    static let blank = PaymentIntentRecord(intent: .blank, scenario: .blank, chargeID: "", challenge: [])

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("intent", &intent)
        coder.required("state", &state)
        coder.required("scenario", &scenario)
        coder.required("charge", &chargeID)
        coder.bytes("challenge", &challenge)
        coder.optional("bank_step", &nextStep)
        coder.unlessZero("refused_requests", &refusedRequests)
        coder.optional("risk_signals", &riskSignals)
        coder.optional("verdict", &verdict)
    }
}
