import CheckoutContracts
import Sandbox
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

/// Scenario, payer and merchant over HTTP, to the end, with the webhooks. Tests/EndToEnd/checkout has the same table.
@Suite struct TakeMeOutcomeTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var scenario: String
        var payer: String?
        var isCharged = true
        /// Seconds after which the merchant and the device have waited enough.
        var after: Int
        var status: String
        var redirect: TakeMeRedirectStatus
        var webhooks: [String]
        var trouble = TakeMeSandbox.Trouble()

        var testDescription: String { "\(scenario), \(payer ?? "nobody"), charged: \(isCharged), \(after) s" }
    }

    private static let paid = ["chargeable", "consumed"]
    static let rows = [
        Row(
            scenario: "success", payer: "approve", after: 1, status: "consumed", redirect: .succeeded, webhooks: paid),
        Row(
            scenario: "success", payer: "decline", after: 1, status: "failed", redirect: .failed, webhooks: ["failed"]),
        Row(scenario: "success", after: 899, status: "pending", redirect: .pending, webhooks: []),
        Row(scenario: "success", after: 900, status: "failed", redirect: .failed, webhooks: ["failed"]),
        Row(
            scenario: "success", payer: "approve", isCharged: false, after: 3599, status: "chargeable",
            redirect: .succeeded, webhooks: ["chargeable"]),
        Row(
            scenario: "success", payer: "approve", isCharged: false, after: 3600, status: "failed",
            redirect: .succeeded, webhooks: ["chargeable", "failed"]),
        Row(scenario: "source.consumed", after: 1, status: "consumed", redirect: .succeeded, webhooks: paid),
        Row(
            scenario: "source.failed", payer: "approve", after: 1, status: "failed", redirect: .failed,
            webhooks: ["failed"]),
        Row(
            scenario: "source.declined", payer: "approve", after: 1, status: "failed", redirect: .failed,
            webhooks: ["failed"]),
        Row(
            scenario: "source.refused", payer: "approve", after: 1, status: "failed", redirect: .failed,
            webhooks: ["failed"]),
        Row(
            scenario: "source.authorization_expired", after: 1, status: "failed", redirect: .failed,
            webhooks: ["failed"]),
        Row(
            scenario: "source.charge_expired", payer: "approve", after: 1, status: "failed", redirect: .succeeded,
            webhooks: ["chargeable", "failed"]),
        Row(
            scenario: "source.consumed_late", payer: "approve", after: 89, status: "chargeable", redirect: .succeeded,
            webhooks: ["chargeable"]),
        Row(
            scenario: "source.consumed_late", payer: "approve", after: 90, status: "consumed", redirect: .succeeded,
            webhooks: paid),
        Row(
            scenario: "never_answers", payer: "approve", after: 899, status: "pending", redirect: .pending, webhooks: []
        ),
        Row(
            scenario: "never_answers", payer: "approve", after: 900, status: "failed", redirect: .failed,
            webhooks: ["failed"]),
        Row(scenario: "slow", payer: "approve", after: 60, status: "consumed", redirect: .succeeded, webhooks: paid),
        Row(
            scenario: "unavailable", payer: "approve", after: 1, status: "consumed", redirect: .succeeded,
            webhooks: paid, trouble: .init(refused: 4)),
        Row(
            scenario: "connection_reset", payer: "approve", after: 1, status: "consumed", redirect: .succeeded,
            webhooks: paid, trouble: .init(lost: 2)),
        Row(
            scenario: "truncated_body", payer: "approve", after: 1, status: "consumed", redirect: .succeeded,
            webhooks: paid, trouble: .init(lost: 2)),
        Row(
            scenario: "duplicate_webhooks", payer: "approve", after: 1, status: "consumed", redirect: .succeeded,
            webhooks: paid.flatMap { [$0, $0] }),
        Row(
            scenario: "reordered_webhooks", payer: "approve", after: 1, status: "consumed", redirect: .succeeded,
            webhooks: paid),
        Row(
            scenario: "webhook_badly_signed", payer: "approve", after: 1, status: "consumed", redirect: .succeeded,
            webhooks: paid),
    ]

    /// A scenario without an expectation is one that nobody has thought through.
    @Test("Every scenario has an expected outcome, and every magic amount a scenario")
    func isComplete() {
        #expect(Set(Self.rows.map(\.scenario)) == Set(TakeMeScenario.catalog.all.map(\.name)))
        let names = TakeMeScenario.magicAmounts.map(\.scenario)
        #expect(Set(names + ["success"]) == Set(TakeMeScenario.catalog.all.map(\.name)))
        #expect(TakeMeScenario.magicAmounts.first == MagicValue("900001", scenario: "source.consumed"))
    }

    @Test("A source ends as its scenario, its payer and its merchant have it", arguments: rows)
    func outcome(row: Row) async throws {
        try await TakeMeSandbox.run { sandbox in
            try await sandbox.recordWebhooks()
            var (source, trouble) = try await sandbox.makeSource(scenario: row.scenario)
            if let payer = row.payer {
                #expect(try await sandbox.decide(source, ["decision": .string(payer)]).status == 200)
            }
            var isCharged = false
            for instant in Set([0, 1, 60, row.after]).sorted() where instant <= row.after {
                sandbox.clock.advance(by: TakeMeSandbox.start + .seconds(instant) - sandbox.clock.now)
                source = try await sandbox.source(source)
                guard row.isCharged, !isCharged, source.status == .pending(.chargeable) else { continue }
                let (answer, more) = try await sandbox.charge(source, idempotencyKey: "charge")
                #expect(answer.status == 201, "\(answer.text)")
                (trouble, isCharged) = (trouble + more, true)
            }
            source = try await sandbox.source(source)
            #expect(source.status.text == row.status)
            #expect(source.redirect.status == row.redirect)
            #expect(trouble == row.trouble)
            let webhooks = try await sandbox.webhooks()
            #expect(webhooks.map(\.kind.rawValue) == row.webhooks.map { "source.\($0)" })
            #expect(webhooks.allSatisfy { $0.source == source.id && $0.amount == 10 })
            #expect(try await sandbox.count("source") == 1)
            #expect(try await sandbox.count("charge") == (isCharged ? 1 : 0))
        }
    }
}
