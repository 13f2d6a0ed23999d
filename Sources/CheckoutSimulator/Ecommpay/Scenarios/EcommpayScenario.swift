import Sandbox
import SandboxKit

/// The deviations of the providers, the issuer or the network from the usual.
struct EcommpayScenario: CheckoutScenario {
    enum Kind: String, Sendable { case payment }
    typealias Target = CheckoutTarget
    typealias Source = CheckoutScenarioSource
    typealias Durations = EcommpaySimulator.Durations

    /// The steps of a payment before its result.
    enum Course: Sendable {
        case challenge, frictionless, clarification, cascade, cascadeWithChallenge
    }

    let name: String
    let summary: String
    let kinds: Set<Kind>
    var steps: [EcommpayPaymentState: AutomaticStep<EcommpayPaymentEvent, Durations>] = [:]
    var course: Course?
    var faults: [FaultRule<Target>] = []
    var webhookFaults: [Fault] = []
    var argument: String?

    init(name: String, summary: String, kinds: Set<Kind>) {
        self.name = name
        self.summary = summary
        self.kinds = kinds
    }
}
