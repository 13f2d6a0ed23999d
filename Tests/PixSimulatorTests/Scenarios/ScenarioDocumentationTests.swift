import SandboxKit
import Testing
import ToqueTestSupport

@testable import PixSimulator

@Suite struct ScenarioDocumentationTests {
    /// `docs/scenarios.md` is the catalog. `TOQUE_UPDATE_DOCS=1 swift test` rewrites it.
    @Test("The page docs/scenarios.md matches the scenario catalog")
    func pageIsTheCatalog() throws {
        #expect(try DocumentationPage("scenarios.md").text(updatedTo: Self.page) == Self.page)
    }

    private static let introduction = """
        # Scenarios

        A scenario makes the bank, or the connection to it, misbehave. It sets no state: it chooses which event of the
        tables in [simulator.md](simulator.md) happens at the bank, and when. This page is generated from the catalog in
        the code.

        An object gets its scenario when it is created. The first applicable scenario in this list wins:

        1. The scenario that the control API sets for this object. Set it at any time: it applies to the remaining
           steps. If the bank is about to take a step, the new scenario decides that step, and its delay starts then.
        2. The header `X-Toque-Scenario` of the POST that creates the object. An unknown name is 400.
        3. The amount of a payment, if it is one of the [magic amounts](#magic-amounts).
        4. The institution of the enrollment: each scenario has one. A payment uses the institution of its enrollment.
        5. The tenant's default, set by the control API.
        6. `--scenario`.
        7. `success`.

        Each event of an object names the scenario and its source: `control`, `header`, `magic_amount`, `institution` or
        `default`. Delays run on the sandbox's clock: advance it instead of waiting. Only the delayed answers of `slow`
        take real time.

        """

    private static var page: String {
        var page = introduction
        page += table(
            "Enrollments", PixScenario.ofEnrollments,
            note: "Each ends an enrollment with the reason in its name; `revoked` ends it with `rejected_by_user`.")
        page += table(
            "Payments", PixScenario.ofPayments,
            note: "Each fails a payment and its charge with the code in its name.")
        page += table(
            "Any object", [PixScenario.success] + PixScenario.ofTheWay,
            note: "`unavailable` counts the POSTs that create objects and the requests of each object separately.")
        page += """

            ## Affected requests

            | Scenario | Requests |
            |---|---|

            """
        for scenario in PixScenario.catalog.all where !scenario.faults.isEmpty {
            let targets = PixScenario.Target.allCases.filter { !scenario.faults(striking: $0).isEmpty }
            page += "| `\(scenario.name)` | \(targets.map(\.rawValue).joined(separator: ", ")) |\n"
        }
        page += """

            ## Magic amounts

            These exact amounts, in reais, select a scenario. Any other amount selects none.

            | Amount | Scenario |
            |---|---|

            """
        for (amount, scenario) in MagicAmounts.table { page += "| `\(amount)` | `\(scenario)` |\n" }
        return page
    }

    private static func table(_ title: String, _ scenarios: [PixScenario], note: String) -> String {
        var text = """

            ## \(title)

            \(note)

            | Scenario | What happens | Applies to | Institution |
            |---|---|---|---|

            """
        for scenario in scenarios {
            let kinds = ObjectKind.allCases.filter(scenario.kinds.contains).map(\.rawValue).joined(separator: ", ")
            let name = scenario.name + (scenario.argument.map { "[:\($0.uppercased())]" } ?? "")
            let institution = Seeds.institution(playing: scenario.name).map { "`\($0)`" } ?? "the first 15"
            text += "| `\(name)` | \(scenario.summary) | \(kinds) | \(institution) |\n"
        }
        return text
    }
}
