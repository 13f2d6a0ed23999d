import Sandbox
import ToqueEncoding

extension Parameter {
    static let scenarioHeader = "X-Toque-Scenario"

    /// What becomes of the object that the request makes.
    static func scenario(of catalog: [Scenario]) -> Parameter {
        Parameter(
            place: .header, name: scenarioHeader, about: "What becomes of the new object: a name of the catalog",
            schema: Schema(["anyOf": .array(catalog.flatMap(names))]))
    }

    /// The name, and with its argument where it takes one.
    private static func names(of scenario: Scenario) -> [JSON] {
        let name = Schema.constant(.string(scenario.name)).about(scenario.summary)
        guard let argument = scenario.argument else { return [name.json] }
        let escaped = scenario.name.split(separator: ".", omittingEmptySubsequences: false).joined(separator: #"\."#)
        return [
            name.json, Schema.text(matching: "^\(escaped):[1-9][0-9]{0,2}$").about("With its \(argument)").json,
        ]
    }
}
