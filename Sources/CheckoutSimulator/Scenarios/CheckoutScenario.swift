import Sandbox
import SandboxKit

/// Which requests a fault strikes.
package enum CheckoutTarget: String, Sendable, Hashable, CaseIterable {
    case creation = "the POST that creates the object"
    case change = "every later request that changes it"
}

/// Who chose an object's scenario.
package enum CheckoutScenarioSource: String, ScenarioSource {
    case control
    case header
    /// `tok_<scenario>`.
    case token
    case amount = "magic_amount"
    case `default`
}

/// A scenario of a checkout provider: what the other side (issuer, bank, wallet) does on entering a state, and what goes
/// wrong on the way.
package protocol CheckoutScenario: ProviderScenario where Target == CheckoutTarget, Source == CheckoutScenarioSource {
    associatedtype State: Hashable & Sendable
    associatedtype Event: Sendable
    associatedtype Durations

    init(name: String, summary: String, kinds: Set<Kind>)

    /// What is not here is as usual.
    var steps: [State: AutomaticStep<Event, Durations>] { get set }
    var webhookFaults: [Fault] { get set }
    var argument: String? { get set }
}
