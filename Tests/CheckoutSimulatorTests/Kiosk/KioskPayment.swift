import Sandbox
import SandboxKit
import ToqueEncoding

/// A payment of a provider that only asks the payer.
struct KioskPayment: ScenarioModel {
    enum State: String, JSONChoice { case pending, paid, declined, canceled, failed, expired }
    enum Event: String, CaseIterable { case paid, declined, canceled, failed, expired }

    static let kind = "kiosk_payment"
    var id: String
    var amount: String
    var currency: String
    var returnURL: String?
    var state = State.pending
    var verdict: String?
    var scenario: KioskScenario.Choice
    var nextStep: PlannedEvent<Event>?
    var refusedRequests = 0

    func shown(_ page: String?) -> JSON {
        ["id": .string(id), "status": .string(state.rawValue), "verdict": .text(verdict), "page": .text(page)]
    }

    var shownStatus: ShownStatus { ShownStatus(state.rawValue, reason: verdict) }
}

extension KioskPayment: JSONStructure {
    static let blank = KioskPayment(id: "", amount: "", currency: "", scenario: .blank)

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("id", &id)
        coder.required("amount", &amount)
        coder.required("currency", &currency)
        coder.optional("return_url", &returnURL)
        coder.required("state", &state)
        coder.optional("verdict", &verdict)
        coder.required("scenario", &scenario)
        coder.optional("next_step", &nextStep)
        coder.unlessZero("refused_requests", &refusedRequests)
    }
}
