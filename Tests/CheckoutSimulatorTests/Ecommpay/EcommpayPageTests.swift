import CheckoutContracts
import SandboxKit
import Testing
import ToqueTestSupport

@testable import CheckoutSimulator

@Suite struct EcommpayPageTests {
    /// The page repeats the tables in the code. `TOQUE_UPDATE_DOCS=1 swift test` rewrites it.
    @Test("The page docs/ecommpay.md matches the tables of the simulated ecommpay")
    func page() throws {
        #expect(try DocumentationPage("ecommpay.md").text(updatedTo: Self.text) == Self.text)
    }

    private static var text: String {
        """
        # ecommpay

        `toque simulate --provider ecommpay` is Gate for your backend, the endpoints of the app SDK, the Payment Page and
        the issuer behind them. The default project is 10 with the secret key `your_secret`; `--api-keys FILE` takes
        others as `project:secret key`. This page is generated from the tables in the code.

        \(requests)
        \(states)
        \(clocks)
        \(scenarios)
        \(callbacks)
        \(EcommpayFidelity.sections.map(\.text).joined(separator: "\n"))
        """
    }

    private static var requests: String {
        """
        ## Requests

        Gate takes a signed body: `general.signature` is HMAC-SHA-512 with the project's secret key, in base64, over the
        string to sign of the whole body (`toque checkout sign ecommpay`). An app sends its payment options with the
        signature over the string that its SDK gives. Anybody with the session or a page's address can use it.

        \(DocumentationPage.table(
            ["Request", "What it does"],
            EcommpaySandbox.provider.operations.map { ["`\($0.method.rawValue) /\($0.path)`", $0.summary] }))
        Gate refuses with 400 and `{"status": "error", "code", "message"}`, a session with 400 and the name of one of the
        SDK's error codes:

        \(DocumentationPage.table(
            ["Number", "Code"], EcommpayPaymentErrorCode.allCases.map { [String($0.number), "`\($0.rawValue)`"] }))
        """
    }

    private static var states: String {
        var rows: [[String]] = []
        for state in EcommpayPaymentState.allCases {
            for event in EcommpayPaymentEvent.allCases {
                guard let outcome = ecommpayPaymentMachine.outcome(of: event, in: state) else { continue }
                rows.append([
                    "`\(state.rawValue)`", "`\(event.rawValue)`", "`\(outcome.state.rawValue)`",
                    outcome.reason.map { String($0.rawValue) } ?? "",
                ])
            }
        }
        let statuses = EcommpayPaymentState.allCases.map { state in
            ["`\(state.rawValue)`", "`\(state.status.text)`", state.isFinal ? "yes" : "no"]
        }
        return """
            ## States

            Money moves only by this table. Any other change is refused. If two requests arrive at once, one wins.

            \(DocumentationPage.table(["State", "Event", "State", "Code"], rows))
            The event log has these states; the API has their statuses:

            \(DocumentationPage.table(["State", "Status", "Final"], statuses))
            """
    }

    private static var clocks: String {
        let durations = EcommpaySimulator.Durations()
        return """
            ## Clocks

            \(DocumentationPage.table(
                ["While a payment is", "after", "happens"],
                [
                    ["`processing`", "\(durations.result)", "what the providers behind the platform answer"],
                    ["`processing`", "\(durations.resultTimeout)", "`result_timed_out`"],
                    [
                        EcommpayPaymentState.ofThePerson.map { "`\($0.rawValue)`" }.joined(separator: ", "),
                        "\(durations.person)", "`person_gone`",
                    ],
                    ["`awaiting_capture`", "\(durations.hold)", "`hold_expired`"],
                ]))
            """
    }

    private static var scenarios: String {
        let amounts = Dictionary(uniqueKeysWithValues: EcommpayScenario.magicAmounts.map { ($0.scenario, $0.value) })
        return """
            ## Scenarios

            The first of these that names a scenario wins: the header `X-Toque-Scenario` of `POST /sdk/v1/session`, the test
            token, the amount in minor units, the tenant's default, `--scenario`. [Outcomes](outcomes.md#ecommpay) lists the
            outcomes of a payment.

            \(DocumentationPage.table(
                ["Scenario", "What happens", "Token", "Amount"],
                EcommpayScenario.catalog.all.map { scenario in
                    let name = scenario.name.split(separator: ".").last.map(String.init) ?? scenario.name
                    return [
                        "`\(scenario.name)\(scenario.argument.map { "[:\($0.uppercased())]" } ?? "")`",
                        scenario.summary, "`tok_\(name)`", amounts[scenario.name].map { "`\($0)`" } ?? "",
                    ]
                }))
            """
    }

    private static var callbacks: String {
        let delays = EcommpaySchedule.retryDelays
        let shown = [1, 6, 7, 20, 40, 60, 80, 119].map { attempt in
            [String(attempt), "\(delays[attempt - 1].components.seconds) s"]
        }
        return """
            ## Callbacks

            Each change of a payment's status is POSTed with a signature in the body, in the order of the changes. Only
            200 takes a callback; an answer has to come within 5 s. Until then it is tried \(EcommpaySchedule.attempts)
            times.

            \(DocumentationPage.table(["After attempt", "the next one comes in"], shown))
            """
    }
}
