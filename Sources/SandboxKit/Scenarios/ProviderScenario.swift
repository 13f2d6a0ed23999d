import Sandbox

/// A row of a provider's catalog: a deviation of the provider's side, or of the network, from the default. It never
/// sets a state: it chooses which of the tables' events happen, and when, and which requests get network faults.
package protocol ProviderScenario: Sendable {
    /// The kinds of objects with scenarios.
    associatedtype Kind: RawRepresentable<String> & Hashable & Sendable
    /// The kinds of requests about an object that a fault can affect.
    associatedtype Target: Hashable & Sendable
    associatedtype Source: ScenarioSource

    static var catalog: ScenarioCatalog<Self> { get }

    var name: String { get }
    /// One sentence for people.
    var summary: String { get }
    var kinds: Set<Kind> { get }
    var faults: [FaultRule<Target>] { get set }
    var webhookFaults: [Fault] { get }
    /// The meaning of an argument after a colon in the name; nil if it takes none.
    var argument: String? { get }
}

/// A fault and the requests that it affects.
package struct FaultRule<Target: Hashable & Sendable>: Sendable {
    package let fault: Fault
    package let targets: Set<Target>

    package init(fault: Fault, targets: Set<Target>) {
        self.fault = fault
        self.targets = targets
    }
}

extension ProviderScenario {
    package typealias Choice = ScenarioChoice<Self>

    /// By default, none.
    package var webhookFaults: [Fault] { [] }

    /// Returns the faults in the response to such a request.
    package func faults(striking target: Target) -> [Fault] {
        faults.isEmpty ? [] : faults.filter { $0.targets.contains(target) }.map(\.fault)
    }

    /// The number of requests refused with 503, without any effect; nil if the scenario refuses none.
    package var unavailableTimes: Int? {
        for rule in faults { if case .unavailable(let times) = rule.fault { return times } }
        return nil
    }
}

extension SandboxResponse {
    /// A copy with network faults.
    package func struck(by faults: [Fault]) -> SandboxResponse {
        var response = self
        response.faults = faults
        return response
    }
}

extension SandboxError {
    /// The response to a request that the scenario `unavailable` refuses, the only one with such a fault.
    package static let unavailable = SandboxError(
        status: 503, code: "service_unavailable", message: "The scenario `unavailable` failed this request; try again.")
}
