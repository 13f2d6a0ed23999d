import CheckoutContracts
import SandboxKit
import Testing
import ToqueEncoding
import ToqueTestSupport

@testable import CheckoutSimulator

@Suite struct PlacetoPayDocumentationTests {
    /// The page repeats the tables in the code. `TOQUE_UPDATE_DOCS=1 swift test` rewrites it.
    @Test("The page docs/placetopay.md matches the tables of the simulated PlacetoPay")
    func page() throws {
        #expect(try DocumentationPage("placetopay.md").text(updatedTo: Self.text) == Self.text)
    }

    private static var text: String {
        """
        # PlacetoPay

        `toque simulate --provider placetopay` is Checkout for your backend, and the page on which a person pays. The
        default site is `sandbox` with the secret key `sandbox`; `--api-keys FILE` takes others as `login:secret key`. This
        page is generated from the tables in the code.

        \(requests)
        \(states)
        \(scenarios)
        \(notifications)
        \(PlacetoPayFidelity.sections.map(\.text).joined(separator: "\n"))
        """
    }

    private static var requests: String {
        """
        ## Requests

        Each body has `auth`: `login`, the Base64 of a `nonce`, a `seed` with the time, and `tranKey`, the Base64 of
        SHA-256 of raw nonce, seed and secret key. Anybody with a page's address can use it. The
        [payer's page](payer.md) also answers JSON.

        \(DocumentationPage.table(
            ["Request", "What it does"],
            PlacetoPayShop.provider.operations.map { ["`\($0.method.rawValue) /\($0.path)`", $0.summary] }))
        A refusal is `{"status": {"status": "FAILED", "reason", "message", "date"}}`. With 400 the reason is `BR` and the
        message names each member; with 404 no session has the number; with 401 the message has the number:

        \(DocumentationPage.table(
            ["Message", "Because"],
            [PlacetoPayAuthError.malformed, .unknownLogin, .wrongTranKey, .seedOutOfTime].map {
                ["`\($0.message)`", $0.description]
            }))
        A request with the login, nonce and seed of an earlier one is refused with 102. `--auth-replay accept` lets it
        pass.

        """
    }

    private static var states: String {
        var rows: [[String]] = []
        for state in PlacetoPayState.allCases {
            for event in PlacetoPayEvent.allCases {
                guard let outcome = placetoPayMachine.outcome(of: event, in: state) else { continue }
                rows.append([
                    "`\(state.rawValue)`", "`\(event.rawValue)`", "`\(outcome.state.rawValue)`", "`\(outcome.reason)`",
                ])
            }
        }
        return """
            ## States

            Money moves only by this table. Any other change is refused. If two requests arrive at once, one wins.

            \(DocumentationPage.table(["State", "Event", "State", "Reason"], rows))
            The event log has these states; the API has their statuses:

            \(DocumentationPage.table(
                ["State", "Status"], PlacetoPayState.allCases.map { ["`\($0.rawValue)`", "`\($0.word.rawValue)`"] }))
            """
    }

    private static var scenarios: String {
        let amounts = Dictionary(uniqueKeysWithValues: PlacetoPayMagic.values.map { ($0.scenario, $0.value) })
        return """
            ## Scenarios

            The header `X-Toque-Scenario` of `POST /api/session` chooses one, else the amount, in any currency, else the
            tenant's default, else `--scenario`. A test card chooses one for an attempt. A shell takes `?C` in quotes
            only. [Outcomes](outcomes.md#placetopay) lists the outcomes of a session.

            \(DocumentationPage.table(
                ["Scenario", "What happens", "Amount", "Test card"],
                PlacetoPayScenario.catalog.all.map { scenario in
                    [
                        "`\(scenario.name)\(scenario.argument.map { "[:\($0.uppercased())]" } ?? "")`",
                        scenario.summary, amounts[scenario.name].map { "`\($0)`" } ?? "", "`tok_\(scenario.name)`",
                    ]
                }))
            """
    }

    private static var notifications: String {
        """
        ## Notifications

        The end of a session is POSTed once, whatever comes back, with `status`, `requestId`, `reference` and
        `signature`: `sha256:` and the digits of SHA-256 of requestId, status, date and secret key, or with
        `--notification-signature sha1` the digits of SHA-1. Ask for the session where a notification does not come, or
        is not signed.

        """
    }
}
