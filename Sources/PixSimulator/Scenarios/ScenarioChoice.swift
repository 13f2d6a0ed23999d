import PixAPI
import Sandbox
import ToqueEncoding

/// The scenario that an object plays, and who chose it. It is chosen once, when the object is made; only control may
/// come later.
struct ScenarioChoice: Sendable, Hashable {
    enum Source: String, Sendable, Hashable, CaseIterable {
        /// The control API, for this object.
        case control
        /// `X-Toque-Scenario` of the POST that made the object.
        case header
        case magicAmount = "magic_amount"
        case institution
        /// The tenant's, or the simulator's.
        case `default`
    }

    /// With its argument, such as `unavailable:3`.
    let name: String
    let source: Source

    /// Usual where a state file names a scenario of another version.
    var scenario: PixScenario { ScenarioCatalog.scenario(named: name) ?? ScenarioCatalog.success }

    /// What holds now: control's word for this object, else what was chosen when it was made.
    func current(for object: String, _ transaction: Transaction) throws -> ScenarioChoice {
        try transaction.scenario(of: object).map { ScenarioChoice(name: $0, source: .control) } ?? self
    }
}

extension ScenarioChoice: JSONModel {
    init(_ reader: JSONReader) throws(JSONMemberError) {
        name = try reader.member("name").string()
        source = try reader.member("source").choice()
    }

    var json: JSON { ["name": .string(name), "source": .string(source.rawValue)] }
}
