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

        A scenario has the bank, or the way to it, depart from what is usual. It writes no state: it decides which event
        of the tables in [simulator.md](simulator.md) the bank lets happen, and when. This page is made from the
        catalog in the code.

        An object plays one scenario, which is chosen when the object is made. The first of these that names one that
        applies to the object counts; one that does not apply is passed over.

        1. The control API, for this object. It may come later, and counts for the steps still to come: the bank takes the
           one that it is about to take by the new scenario, whose delay begins then.
        2. The header `X-Toque-Scenario` of the POST that makes the object. An unknown name is 400.
        3. The amount of a payment, where it is one of the [magic amounts](#magic-amounts).
        4. The institution of the enrollment: there is one for each scenario, and a payment goes by that of its
           enrollment.
        5. The tenant's default, set by the control API.
        6. `--scenario`.
        7. `success`.

        Each event of an object names the scenario and who chose it (`control`, `header`, `magic_amount`, `institution`
        or `default`). Delays are in the sandbox's time, so that a clock that is moved needs no waiting; only the delay
        of an answer in `slow` takes real time.

        """

    private static var page: String {
        var page = introduction
        page += table(
            "Enrollments", PixScenario.ofEnrollments,
            note: "Each ends an enrollment with the reason that it names, `revoked` with `rejected_by_user`.")
        page += table(
            "Payments", PixScenario.ofPayments,
            note: "Each fails a payment and its charge with the code that it names.")
        page += table(
            "Any object", [PixScenario.success] + PixScenario.ofTheWay,
            note: "`unavailable` counts by itself for the POSTs that make an object and for each object.")
        page += """

            ## What strikes which requests

            | Scenario | Requests |
            |---|---|

            """
        for scenario in PixScenario.catalog.all where !scenario.faults.isEmpty {
            let targets = PixScenario.Target.allCases.filter { !scenario.faults(striking: $0).isEmpty }
            page += "| `\(scenario.name)` | \(targets.map(\.rawValue).joined(separator: ", ")) |\n"
        }
        page += """

            ## Magic amounts

            Exactly these, in reais. Every other amount is as any other.

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
