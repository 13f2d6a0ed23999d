import Sandbox
import ToqueEncoding

/// Who chooses the scenario of an object: these, and what else a provider lets choose, such as an amount.
package protocol ScenarioSource: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// The control API, for this object.
    static var control: Self { get }
    /// `X-Toque-Scenario` of the POST that made the object.
    static var header: Self { get }
    /// The tenant's, or the simulator's.
    static var `default`: Self { get }
}

/// The scenario that an object plays, and who chose it. It is chosen once, when the object is made; only control may
/// come later.
package struct ScenarioChoice<Scenario: ProviderScenario>: JSONModel, JSONValue, Hashable {
    /// With its argument, such as `unavailable:3`.
    let name: String
    package let source: Scenario.Source

    package init(name: String, source: Scenario.Source) {
        self.name = name
        self.source = source
    }

    /// None yet.
    package static var blank: ScenarioChoice { ScenarioChoice(name: "", source: .default) }

    package init(_ reader: JSONReader) throws(JSONMemberError) {
        name = try reader.member("name").string()
        source = try reader.member("source").choice()
    }

    package var json: JSON { ["name": .string(name), "source": .string(source.rawValue)] }

    /// Usual where a state file names a scenario of another version.
    package var scenario: Scenario { Scenario.catalog.scenario(named: name) ?? Scenario.catalog.usual }

    /// What holds now: control's word for this object, else what was chosen when it was made.
    func current(for object: String, _ transaction: ReadTransaction) throws -> ScenarioChoice {
        try transaction.scenario(of: object).map { ScenarioChoice(name: $0, source: .control) } ?? self
    }
}
