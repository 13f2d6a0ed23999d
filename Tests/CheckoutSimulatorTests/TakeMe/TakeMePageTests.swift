import CheckoutContracts
import SandboxKit
import Testing
import ToqueTestSupport

@testable import CheckoutSimulator

/// The tables in the code generate `docs/takeme.md`. `TOQUE_UPDATE_DOCS=1 swift test` rewrites it.
@Suite("The page of TakeMe") struct TakeMePageTests {
    @Test("The page docs/takeme.md matches the tables of the simulated TakeMe")
    func page() throws {
        #expect(try DocumentationPage("takeme.md").text(updatedTo: Self.text) == Self.text)
    }

    private static var text: String {
        ([introduction, states, scenarios, webhooks] + TakeMeFidelity.sections.map(\.text))
            .joined(separator: "\n")
    }

    private static let introduction = #"""
        # TakeMe

        Test a backend that takes payments through TakeMe Pay: a device makes a source, its payer authorizes it in a
        wallet, and the backend charges it. No phone, no account, no finger.

            toque simulate --provider takeme --webhook http://127.0.0.1:9000/webhooks &
            toque sandbox wait

        The device has the public key `pk_test_sandbox`, the backend the secret key `sk_test_sandbox`.

            source=$(curl -s http://127.0.0.1:8420/v1/sources -H 'Authorization: Bearer pk_test_sandbox' \
              -d '{"amount": 10, "currency": "JPY", "type": "WeChatPay", "description": "Tea"}')
            toque approve "$(jq -r .redirect.url <<< "$source")" --gesture approve
            curl http://127.0.0.1:8420/v1/charges -H 'Authorization: Bearer sk_test_sandbox' \
              -H 'Idempotency-Key: order-42' -d "{\"source\": $(jq .id <<< "$source")}"

        The first answer has the id, and the URL of the wallet's page in `redirect.url`. `toque approve` is the payer: a
        passkey signs the payee, the amount and the reference. `toque sandbox approve ID`, `decline` and `expire` decide
        at once. This is an independent implementation, affiliated with no provider.

        `toque checkout pay takeme --amount 10 --script confirm,authorize --gesture approve` is the whole device: it makes
        the source, approves in the wallet, and waits until the backend has charged it.

        Charge when `source.chargeable` comes, or when `GET /v1/sources/ID` says `chargeable`. Nothing else consumes a
        source: without the charge the payer has authorized a payment that never happens, and it fails after 60
        minutes. Send an `Idempotency-Key`, and the same key again when no answer came.

        ## Requests

        | Who | Request | |
        |---|---|---|
        | device | `GET /v1/source_types` | List the ways to pay |
        | device | `POST /v1/sources` | Make a source |
        | device | `GET /v1/sources/{id}?clientSecret=` | Show it |
        | backend | `GET /v1/sources/{id}` | Show it |
        | backend | `POST /v1/charges` | Charge it, once |
        | backend | `GET /v1/charges/{id}` | Show a charge |

        | Answer | When |
        |---|---|
        | 400 | a member is missing or out of its bounds; `param` names it |
        | 401 | the key is missing or unknown |
        | 403 `secret_key_required` | the public key came in the secret one's place |
        | 404 | the source or the charge is unknown, or `clientSecret` is wrong |
        | 409 `source_consumed` | a second charge of a source |
        | 409 `source_not_chargeable` | nobody has authorized the source, or it has failed |
        | 409 `idempotency_conflict` | another request came with the key |

        """#

    private static var states: String {
        """
        ## States

        A source changes only by this table. Any other change is refused. The API shows `authorizing` as `pending`, and
        `charged` as `chargeable`. A clock runs while a source is in one of its states.

        | Event | From | To | Clock |
        |---|---|---|---|
        \(TakeMeSourceEvent.allCases.map(row).joined(separator: "\n"))

        """
    }

    private static func row(_ event: TakeMeSourceEvent) -> String {
        let from = TakeMeSourceState.allCases.filter { takeMeSourceMachine.outcome(of: event, in: $0) != nil }
        let to = from.compactMap { takeMeSourceMachine.outcome(of: event, in: $0)?.state.rawValue }
        let durations = TakeMeDurations()
        let clock: Duration? =
            switch event {
            case .authorizationExpired: durations.authorization
            case .chargeExpired: durations.charge
            default: nil
            }
        let minutes = clock.map { "\($0.components.seconds / 60) min" } ?? ""
        let states = from.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        return "| `\(event.rawValue)` | \(states) | `\(to.first ?? "")` | \(minutes) |"
    }

    private static var scenarios: String {
        """
        ## Scenarios

        Choose one by `X-Toque-Scenario` with `POST /v1/sources`, by `toque sandbox scenario set`, or by an amount, in
        any currency. [Outcomes](outcomes.md#takeme) lists the outcomes of a source.

        | Scenario | Amount | |
        |---|---|---|
        \(TakeMeScenario.catalog.all.map(row).joined(separator: "\n"))

        """
    }

    private static func row(_ scenario: TakeMeScenario) -> String {
        let amount = TakeMeScenario.magicAmounts.first { $0.scenario == scenario.name }.map { "`\($0.value)`" } ?? ""
        return "| `\(scenario.name)` | \(amount) | \(scenario.summary) |"
    }

    private static var webhooks: String {
        let delays = TakeMeProvider().deliveryRules.retryDelays.map { "\($0.components.seconds) s" }
        return """
            ## Webhooks

            \(TakeMeEvent.Kind.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")): a POST with `id`, `type`,
            `created` and the source's id, status, amount and currency in `data`. An answer with 2xx takes it; else it
            comes again \(delays.joined(separator: ", ")) after the attempt before. The same event may come twice, and
            behind a later one: its id tells the first, and `GET /v1/sources/{id}` the status that holds.

            `\(TakeMeSignature.header): t=SECONDS,v1=TAG` has the time of the attempt, and the HMAC-SHA-256 of the time, a
            period and the raw body under the secret key. `CheckoutContracts` judges it:

            `try TakeMeSignature.verify(header, of: body, secret: secret, at: .now(), tolerance: .seconds(300))`.

            """
    }
}
