import Sandbox

/// One row of a provider's catalog: how the provider's side, or the way to it, departs from what is usual. It writes no
/// state: it decides which event of the tables happens, and when, and which requests go wrong on the wire.
package protocol ProviderScenario: Sendable {
    /// The kinds of objects that play scenarios.
    associatedtype Kind: RawRepresentable<String> & Hashable & Sendable
    /// Which requests about an object a fault strikes.
    associatedtype Target: Hashable & Sendable
    associatedtype Source: ScenarioSource

    static var catalog: ScenarioCatalog<Self> { get }

    var name: String { get }
    /// One sentence for people.
    var summary: String { get }
    var kinds: Set<Kind> { get }
    var faults: [FaultRule<Target>] { get set }
    var webhookFaults: [Fault] { get }
    /// What stands behind a colon in the name; nil where nothing does.
    var argument: String? { get }
}

/// A fault and the requests that it strikes.
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

    /// None.
    package var webhookFaults: [Fault] { [] }

    /// Faults of the answer to such a request.
    package func faults(striking target: Target) -> [Fault] {
        faults.isEmpty ? [] : faults.filter { $0.targets.contains(target) }.map(\.fault)
    }

    /// How many requests are answered with 503, nothing being done; nil for a scenario in which none is.
    package var unavailableTimes: Int? {
        for rule in faults { if case .unavailable(let times) = rule.fault { return times } }
        return nil
    }
}

extension SandboxResponse {
    /// The same answer with what goes wrong with it on its way.
    package func struck(by faults: [Fault]) -> SandboxResponse {
        var response = self
        response.faults = faults
        return response
    }
}

extension SandboxError {
    /// What a request is answered with that its scenario makes fail.
    package static let unavailable = SandboxError(
        status: 503, code: "service_unavailable", message: "The scenario of this request has it fail; try again.")
}
