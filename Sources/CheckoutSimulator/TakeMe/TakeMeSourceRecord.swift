import CheckoutContracts
import SandboxKit
import ToqueEncoding

/// A source in the database.
struct TakeMeSourceRecord: ScenarioModel {
    static let kind = "source"
    var id: String { source.id }

    /// Without the address of the wallet's page, which depends on the public URL.
    var source: TakeMeSource
    var state = TakeMeSourceState.pending
    var scenario: TakeMeScenario.Choice
    var nextStep: PlannedEvent<TakeMeSourceEvent>?
    var refusedRequests = 0
    /// The ID of the payer's approval.
    var approval: String
    /// The payer's decision, until the wallet reports it.
    var verdict: PlannedEvent<TakeMeSourceEvent>?
    /// Why it failed.
    var failure: TakeMeFailure?
    var failureMessage: String?

    init(_ source: TakeMeSource, scenario: TakeMeScenario.Choice, approval: String) {
        self.source = source
        self.scenario = scenario
        self.approval = approval
    }

    /// The API has no member for the reason, but the event log does.
    var shownStatus: ShownStatus {
        ShownStatus(source.status.text, reason: failure?.rawValue, message: failureMessage)
    }
}

extension TakeMeSourceRecord: JSONStructure {
    static let blank = TakeMeSourceRecord(.blank, scenario: .blank, approval: "")

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("source", &source)
        coder.required("state", &state)
        coder.required("scenario", &scenario)
        coder.optional("next_step", &nextStep)
        coder.unlessZero("refused_requests", &refusedRequests)
        coder.required("approval", &approval)
        coder.optional("verdict", &verdict)
        coder.optional("failure", &failure)
        coder.optional("failure_message", &failureMessage)
    }
}

/// The form in the database.
extension TakeMeCharge: StoredModel {
    package static let kind = "charge"
}
