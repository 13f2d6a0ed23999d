import CheckoutContracts
import SandboxKit
import Testing
import ToqueTestSupport

@testable import CheckoutSimulator

/// The tables in the code generate `docs/yuno.md`. `TOQUE_UPDATE_DOCS=1 swift test` rewrites it.
@Suite("The page of Yuno") struct YunoPageTests {
    @Test("The page docs/yuno.md matches the tables of the simulated Yuno")
    func page() throws {
        #expect(try DocumentationPage("yuno.md").text(updatedTo: Self.text) == Self.text)
    }

    private static var text: String {
        introduction + "\n" + states + scenarios + webhooks + "\n" + fidelity
    }

    private static let introduction = #"""
        # Yuno

        Test a backend that takes payments through Yuno's seamless SDK: make a session, hand it to the device, hear the
        webhooks, capture, refund. No phone, no account, no finger.

            toque simulate --provider yuno --webhook http://127.0.0.1:9000/webhooks &
            toque sandbox wait

        Everything needs `public-api-key: sandbox`; a merchant's requests also `private-secret-key: sandbox`.

            session=$(curl -s http://127.0.0.1:8420/v1/checkout/sessions -H 'public-api-key: sandbox' \
              -H 'private-secret-key: sandbox' -d '{"account_id": "10000000-0000-4000-8000-000000000001",
              "merchant_order_id": "order-1", "payment_description": "A lamp", "country": "BR",
              "amount": {"currency": "BRL", "value": 10}, "workflow": "SDK_SEAMLESS"}' | jq -r .checkout_session)
            curl -s "http://127.0.0.1:8420/v1/sdk/sessions/$session/payment" -H 'public-api-key: sandbox' \
              -d '{"payment_method": {"type": "PIX"}, "country_code": "BR"}' | tee payment.json
            toque approve "$(jq -r .action.url payment.json)" --gesture approve

        The second answer has the QR code and the URL that it leads to. `toque approve` is the payer: a passkey signs
        the payee, the amount and the reference. `toque sandbox approve PAYMENT` and `decline`, `expire` and `cancel`
        decide at once. This is an independent implementation, affiliated with no provider.

        ## Requests

        | Who | Request | |
        |---|---|---|
        | merchant | `POST /v1/checkout/sessions` | Make a session, for one payment and 5 hours |
        | merchant | `GET /v1/checkout/sessions/{session}` | Show it |
        | merchant | `GET /v1/checkout/sessions/{session}/payment-methods` | List the methods that its amount allows |
        | merchant | `GET /v1/payments/{id}` | Show a payment |
        | merchant | `GET /v1/payments?merchant_order_id=` | List an order's payments |
        | merchant | `POST /v1/payments/{id}/transactions/{tid}/capture` | Capture what was authorized, all or a part, once |
        | merchant | `POST /v1/payments/{id}/transactions/{tid}/cancel` | Cancel what is pending |
        | merchant | `POST /v1/payments/{id}/transactions/{tid}/refund` | Refund what was paid, all or a part |
        | device | `GET /v1/sdk/configuration` | Initialize the SDK |
        | device | `POST /v1/sdk/sessions/{session}/payment` | Pay: 201; 200 with the same payment while it is pending |
        | device | `GET /v1/sdk/sessions/{session}/payment` | Ask how far it is |
        | device | `POST /v1/sdk/sessions/{session}/payment/confirm` | Send the wallet's sheet |
        | device | `POST /v1/sdk/sessions/{session}/payment/close` | Tell that the window was closed, which changes nothing |

        Methods are `PIX`, `CARD`, `APPLE_PAY` and `MERCADO_PAGO_CHECKOUT_PRO`. `CARD` needs a vaulted token.
        `APPLE_PAY` shows a sheet that answers at once. `MERCADO_PAGO_CHECKOUT_PRO` leaves the app, and returns to
        `callback_url` with `checkout_session` and `status`. A session with `"payment_method": {"detail": {"card":
        {"capture": false}}}` holds a card's amount for a capture. The sandbox refuses card data in every request.

        Send `X-Idempotency-Key` with captures, cancellations and refunds. If no answer comes, send the same key again:
        the sandbox repeats the first answer for 24 hours.
        """#

    private static var states: String {
        var text = """

            ## States

            A payment changes only by this table. Any other change is refused with `INVALID_STATUS`.

            | Event | From | To | Response code |
            |---|---|---|---|

            """
        for event in YunoPaymentEvent.allCases {
            let from = YunoPaymentState.allCases.filter { outcome(event, $0) != nil }
            for end in YunoPaymentState.allCases where from.contains(where: { outcome(event, $0)?.state == end }) {
                let states = from.filter { outcome(event, $0)?.state == end }
                let code = states.first.flatMap { outcome(event, $0)?.reason?.rawValue }
                text +=
                    "| \(words(event.rawValue)) | \(states.map { words($0.rawValue) }.joined(separator: ", ")) | "
                    + "`\(end.status)` | \(code.map { "`\($0)`" } ?? "") |\n"
            }
        }
        text += "\n| Before | Status |\n|---|---|\n"
        for state in YunoPaymentState.allCases where !state.status.isFinal {
            text += "| \(words(state.rawValue)) | `\(state.status)` |\n"
        }
        return text
    }

    private static func outcome(_ event: YunoPaymentEvent, _ state: YunoPaymentState) -> YunoTransition? {
        YunoPaymentMachine.table.outcome(of: event, in: state)
    }

    private static func words(_ name: String) -> String { name.replacing("_", with: " ") }

    private static var scenarios: String {
        var text = """

            ## Scenarios

            The first scenario in this list that applies to the payment's method wins:

            1. The scenario that the control API sets for this payment.
            2. The header `X-Toque-Scenario` of the request to pay.
            3. The vaulted token, except `tok_success`.
            4. The header `X-Toque-Scenario` of the session.
            5. The amount.
            6. The tenant's default.
            7. `--scenario`.

            [Outcomes](outcomes.md#yuno) lists the outcomes of a payment.

            | Scenario | What happens | Methods | Token | Amount |
            |---|---|---|---|---|

            """
        for scenario in YunoScenario.catalog.all {
            let name = scenario.name + (scenario.argument.map { "[:\($0.uppercased())]" } ?? "")
            let methods = YunoPaymentMethodType.allCases.filter(scenario.methods.contains).map(\.rawValue)
            let amount = YunoTestValues.magicAmounts.first { $0.scenario == scenario.name }?.value
            text +=
                "| `\(name)` | \(scenario.summary) | "
                + (methods.count == YunoPaymentMethodType.allCases.count ? "all" : methods.joined(separator: ", "))
                + " | `tok_\(scenario.reason)` | \(amount ?? "") |\n"
        }
        return text
    }

    private static let webhooks = """

        ## Webhooks

        Each change is one webhook. Accept it with status 200. After any other answer, the sandbox sends it again 5 and
        50 minutes and 6, 24, 48 and 96 hours after the first attempt. `retry` in the body counts the attempts, so each
        attempt has another body and another signature.

        | Header | |
        |---|---|
        | `x-api-key` | the public key |
        | `x-secret` | the first 32 hexadecimal digits of SHA-256("x-secret:" and the secret) |
        | `x-hmac-signature` | Base64 of HMAC-SHA-256 over the body as it came, by the secret |

        The secret is that of `--webhook-token-file`, or else the private key. Compare in constant time, over the
        received bytes. Ignore a webhook whose `data.idempotency_key` and `type_event` you have seen. In Swift,
        `YunoWebhookKeys.check` and `YunoWebhook.deduplicationKey` do this.
        """

    private static var fidelity: String {
        "\n" + YunoFidelity.sections.map(\.text).joined(separator: "\n")
    }
}
