import CheckoutContracts
import Foundation
import SandboxKit
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

@Suite struct PlacetoPayDocumentationTests {
    /// The page repeats the tables in the code. `TOQUE_UPDATE_DOCS=1 swift test` writes it anew.
    @Test("The page docs/placetopay.md matches the tables of the simulated PlacetoPay")
    func page() throws {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/placetopay.md")
        if ProcessInfo.processInfo.environment["TOQUE_UPDATE_DOCS"] == "1" {
            try Self.text.write(to: url, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: url, encoding: .utf8) == Self.text)
    }

    private static var text: String {
        """
        # PlacetoPay

        `toque simulate --provider placetopay` is Checkout for your backend, and the page on which a person pays. The
        default site is `sandbox` with the secret key `sandbox`; `--api-keys FILE` takes others as `login:secret key`. This
        page is made from the tables in the code.

        \(requests)
        \(outcomes)
        \(states)
        \(scenarios)
        \(notifications)
        \(PlacetoPayFidelity.sections.map(\.text).joined(separator: "\n"))
        """
    }

    private static func table(_ head: [String], _ rows: [[String]]) -> String {
        let rule = "|" + String(repeating: "---|", count: head.count)
        func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
        return ([line(head), rule] + rows.map(line)).joined(separator: "\n") + "\n"
    }

    private static var requests: String {
        """
        ## Requests

        Each body has `auth`: `login`, the Base64 of a `nonce`, a `seed` with the time, and `tranKey`, the Base64 of
        SHA-256 of raw nonce, seed and secret key. Who has a page's address may use it. The
        [payer's page](payer.md) also answers JSON.

        \(table(
            ["Request", "What it does"],
            PlacetoPayShop.provider.operations.map { ["`\($0.method.rawValue) /\($0.path)`", $0.summary] }))
        A refusal is `{"status": {"status": "FAILED", "reason", "message", "date"}}`. With 400 the reason is `BR` and the
        message names each member; with 404 no session has the number; with 401 the number stands in the message:

        \(table(
            ["Message", "Because"],
            [PlacetoPayAuthError.malformed, .unknownLogin, .wrongTranKey, .seedOutOfTime].map {
                ["`\($0.message)`", $0.description]
            }))
        A request with the login, nonce and seed of an earlier one is refused with 102. `--auth-replay accept` lets it
        pass.

        """
    }

    private static var outcomes: String {
        let rows = PlacetoPayOutcomeTests.rows.map { row in
            [
                "`\(row.scenario)`\(row.inParts ? ", in parts" : "")", row.shownPerson,
                row.clock == 0 ? "" : "\(row.clock) s",
                "`\(row.status)`", row.shownAttempts,
                row.notifications.isEmpty ? "" : row.notifications.map { "`\($0)`" }.joined(separator: ", "),
            ]
        }
        return """
            ## Outcomes

            What the person does and how long the session is left alone afterwards lead to the session's status, its
            attempts and its notification.

            \(table(["Scenario", "Person", "Then", "Status", "Attempts", "Notification"], rows))
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

            Money moves by this table alone. What it lacks is refused; of two requests at once one wins.

            \(table(["State", "Event", "State", "Reason"], rows))
            The event log has these states; the API has their statuses:

            \(table(
                ["State", "Status"], PlacetoPayState.allCases.map { ["`\($0.rawValue)`", "`\($0.word.rawValue)`"] }))
            """
    }

    private static var scenarios: String {
        let amounts = Dictionary(uniqueKeysWithValues: PlacetoPayMagic.values.map { ($0.scenario, $0.value) })
        return """
            ## Scenarios

            The header `X-Toque-Scenario` of `POST /api/session` chooses one, else the amount, in any currency, else the
            tenant's default, else `--scenario`. A test card chooses one for an attempt. A shell takes `?C` in quotes
            only.

            \(table(
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

extension PlacetoPayOutcomeTests.Row {
    fileprivate var shownPerson: String { Self.counted(person) { $0 } }
    fileprivate var shownAttempts: String { Self.counted(attempts) { "`\($0)`" } }

    /// Repetitions in a row stand once, with their number.
    private static func counted(_ texts: [String], _ shown: (String) -> String) -> String {
        var runs: [(text: String, count: Int)] = []
        for text in texts {
            if let last = runs.last, last.text == text {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((text, 1))
            }
        }
        return runs.map { shown($0.text) + ($0.count > 1 ? " × \($0.count)" : "") }.joined(separator: ", ")
    }
}
