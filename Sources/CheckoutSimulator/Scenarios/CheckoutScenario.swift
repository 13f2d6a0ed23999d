import Sandbox
import SandboxKit

/// The requests that a fault affects.
package enum CheckoutTarget: String, Sendable, Hashable, CaseIterable {
    case creation = "the POST that creates the object"
    case change = "every later request that changes it"
}

/// The source of an object's scenario.
package enum CheckoutScenarioSource: String, ScenarioSource {
    case control
    case header
    /// `tok_<scenario>`.
    case token
    case amount = "magic_amount"
    case `default`
}

/// A scenario of a checkout provider: the other side's (issuer, bank, wallet) step on entering a state, and failures of
/// the network.
package protocol CheckoutScenario: ProviderScenario where Target == CheckoutTarget, Source == CheckoutScenarioSource {
    associatedtype State: Hashable & Sendable
    associatedtype Event: Sendable
    associatedtype Durations

    init(name: String, summary: String, kinds: Set<Kind>)

    /// Other states have their usual step.
    var steps: [State: AutomaticStep<Event, Durations>] { get set }
    var webhookFaults: [Fault] { get set }
    var argument: String? { get set }
}
