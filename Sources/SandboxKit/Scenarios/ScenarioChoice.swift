import Sandbox
import ToqueEncoding

/// The sources of an object's scenario, in addition to a provider's own, such as an amount.
package protocol ScenarioSource: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// The control API, for this object.
    static var control: Self { get }
    /// The `X-Toque-Scenario` header of the POST that created the object.
    static var header: Self { get }
    /// The tenant's or the simulator's default.
    static var `default`: Self { get }
}

/// An object's scenario and its source. It is chosen once, at creation; only control may change it later.
package struct ScenarioChoice<Scenario: ProviderScenario>: JSONModel, JSONValue, Hashable {
    /// With its argument, such as `unavailable:3`.
    let name: String
    package let source: Scenario.Source

    package init(name: String, source: Scenario.Source) {
        self.name = name
        self.source = source
    }

    /// Not chosen yet.
    package static var blank: ScenarioChoice { ScenarioChoice(name: "", source: .default) }

    package init(_ reader: JSONReader) throws(JSONMemberError) {
        name = try reader.member("name").string()
        source = try reader.member("source").choice()
    }

    package var json: JSON { ["name": .string(name), "source": .string(source.rawValue)] }

    /// The default if a state file names another version's scenario.
    package var scenario: Scenario { Scenario.catalog.scenario(named: name) ?? Scenario.catalog.usual }

    /// The current choice: control's for this object, or else the one made at creation.
    func current(for object: String, _ transaction: ReadTransaction) throws -> ScenarioChoice {
        try transaction.scenario(of: object).map { ScenarioChoice(name: $0, source: .control) } ?? self
    }
}
