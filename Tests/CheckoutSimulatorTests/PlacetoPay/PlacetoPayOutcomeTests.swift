import CheckoutContracts
import Sandbox
import SandboxKit
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

/// The table of outcomes: scenario, person and clock lead to a status and its notification.
@Suite struct PlacetoPayOutcomeTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let scenario: String
        let status: String
        let attempts: [String]
        /// What the person does: `approve`, `decline`, `cancel`.
        let person: [String]
        /// Whether the session may be paid in parts.
        let inParts: Bool
        /// Seconds that pass after the person.
        let clock: Int
        /// None for a session that has not ended.
        let notifications: [String]

        var testDescription: String { "\(scenario): \(person), \(inParts ? "in parts, " : "")\(clock) s" }

        init(
            _ scenario: String, _ status: String, _ attempts: [String] = [], by person: [String] = ["approve"],
            inParts: Bool = false, after clock: Int = 0, told: Bool = true, twice: Bool = false
        ) {
            self.scenario = scenario
            self.status = status
            self.attempts = attempts
            self.person = person
            self.inParts = inParts
            self.clock = clock
            notifications = Array(repeating: status, count: told ? twice ? 2 : 1 : 0)
        }
    }

    static let rows: [Row] = [
        // The person
        Row("success", "APPROVED 00", ["APPROVED 00"]),
        Row("success", "PENDING PT", by: [], told: false),
        Row("success", "PENDING PT", by: [], after: 1799, told: false),
        Row("success", "REJECTED EX", by: [], after: 1800),
        Row("success", "PENDING PT", [declined], by: ["decline"], told: false),
        Row("success", "APPROVED 00", [declined, "APPROVED 00"], by: ["decline", "approve"]),
        Row("success", "REJECTED EX", [declined], by: ["decline"], after: 1800),
        Row("success", "REJECTED ?C", by: ["cancel"]),
        Row("success", "PENDING PT", times(9, declined), by: times(9, "decline"), told: false),
        Row("success", "REJECTED XN", times(10, declined), by: times(10, "decline")),
        // The bank
        Row("transaction.05", "PENDING PT", [declined], told: false),
        Row("transaction.51", "PENDING PT", ["REJECTED 51"], told: false),
        Row("transaction.61", "PENDING PT", ["REJECTED 61"], told: false),
        Row("transaction.65", "PENDING PT", times(2, "REJECTED 65"), by: times(2, "approve"), told: false),
        Row("transaction.05", "REJECTED EX", [declined], after: 1800),
        Row("transaction.XN", "REJECTED XN", [declined]),
        Row("transaction.?C", "REJECTED ?C", by: []),
        Row("transaction.MC", "REJECTED MC", by: []),
        Row("transaction.EX", "REJECTED EX", by: []),
        Row("transaction.pending", "PENDING PT", ["PENDING PT"], told: false),
        Row("transaction.pending", "APPROVED 00", ["APPROVED 00"], after: 60),
        // Parts
        Row("session.partial", "APPROVED 00", ["APPROVED 00"]),
        Row("session.partial", "APPROVED_PARTIAL P0", ["APPROVED 00"], inParts: true, told: false),
        Row("session.partial", "APPROVED 00", times(2, "APPROVED 00"), by: times(2, "approve"), inParts: true),
        Row("session.partial", "PARTIAL_EXPIRED PX", ["APPROVED 00"], inParts: true, after: 1800),
        Row("session.partial", "PARTIAL_EXPIRED PX", ["APPROVED 00"], by: ["approve", "cancel"], inParts: true),
        Row(
            "session.partial", "PARTIAL_EXPIRED PX", ["APPROVED 00"] + times(10, declined),
            by: ["approve"] + times(10, "decline"), inParts: true),
        Row("transaction.PX", "PARTIAL_EXPIRED PX", ["APPROVED 00"], inParts: true),
        Row("transaction.PX", "APPROVED 00", ["APPROVED 00"]),
        // The way
        Row("never_answers", "PENDING PT", ["PENDING PT"], after: 1799, told: false),
        Row("never_answers", "REJECTED EX", ["REJECTED EX"], after: 1800),
        Row("slow", "PENDING PT", ["PENDING PT"], after: 59, told: false),
        Row("slow", "APPROVED 00", ["APPROVED 00"], after: 60),
        Row("duplicate_webhooks", "APPROVED 00", ["APPROVED 00"], twice: true),
        Row("reordered_webhooks", "APPROVED 00", ["APPROVED 00"]),
        Row("webhook_badly_signed", "APPROVED 00", ["APPROVED 00"]),
    ]

    private static let declined = "REJECTED 05"

    private static func times(_ count: Int, _ text: String) -> [String] { Array(repeating: text, count: count) }

    @Test("A session ends as the table says, and tells it once", arguments: rows)
    func outcome(_ row: Row) async throws {
        try await PlacetoPayShop.run { shop in
            try await shop.recordWebhooks()
            let (id, page) = try await shop.session(
                PlacetoPayShop.order(allowPartial: row.inParts), scenario: row.scenario)
            for decision in row.person {
                let answer = try await shop.decide(decision, page)
                #expect(answer.status == 200, "\(answer.text)")
            }
            shop.clock.advance(by: .seconds(row.clock))
            let information = try await shop.information(id)
            #expect(PlacetoPayShop.text(information.status) == row.status)
            #expect((information.payment ?? []).map { PlacetoPayShop.text($0.status) } == row.attempts)
            #expect(try await shop.notifications() == row.notifications)
        }
    }

    @Test("Every scenario that lets a session be made is in the table")
    func isComplete() {
        let lost: Set<String> = ["unavailable", "connection_reset", "truncated_body"]
        let names = Set(PlacetoPayScenario.catalog.all.map(\.name))
        #expect(Set(Self.rows.map(\.scenario)) == names.subtracting(lost))
    }

    @Test("A magic amount chooses the scenario of its place in the list", arguments: PlacetoPayMagic.values)
    func magicAmount(_ value: MagicValue) async throws {
        let amount = try #require(ExactDecimal(value.value))
        #expect(PlacetoPayMagic.scenario(of: amount) == value.scenario)
        #expect(PlacetoPayMagic.scenario(of: try #require(ExactDecimal("\(value.value)0"))) == value.scenario)
        #expect(PlacetoPayMagic.scenario(of: try #require(ExactDecimal("\(value.value)1"))) == nil)
    }

    @Test("A magic amount rejects what it pays")
    func magicPayment() async throws {
        try await PlacetoPayShop.run { shop in
            let (id, page) = try await shop.session(PlacetoPayShop.order("9000.02"))
            _ = try await shop.decide("approve", page)
            #expect(try await shop.information(id).payment?.map { PlacetoPayShop.text($0.status) } == ["REJECTED 51"])
        }
    }

    @Test("A test card chooses what the bank says to one attempt")
    func cards() async throws {
        try await PlacetoPayShop.run { shop in
            let (id, page) = try await shop.session()
            for (token, status) in [
                ("tok_transaction.61", "REJECTED 61"), ("tok_transaction.51", "REJECTED 51"),
                ("tok_success", "APPROVED 00"),
            ] {
                let chosen = try await shop.card(token, on: page)
                #expect(chosen.status == 200, "\(chosen.text)")
                _ = try await shop.decide("approve", page)
                let last = try #require(try await shop.information(id).payment?.last)
                #expect(PlacetoPayShop.text(last.status) == status)
            }
            #expect(try await shop.status(id) == "APPROVED 00")
            #expect(try await shop.card("tok_success", on: page).status == 409)
        }
    }

    @Test("A card is for one attempt, and its scenario may take its time")
    func slowCard() async throws {
        try await PlacetoPayShop.run { shop in
            let (id, page) = try await shop.session()
            _ = try await shop.card("tok_transaction.pending", on: page)
            _ = try await shop.decide("approve", page)
            #expect(try await shop.status(id) == "PENDING PT")
            shop.clock.advance(by: .seconds(60))
            #expect(try await shop.status(id) == "APPROVED 00")
        }
    }

    @Test("Unknown cards, card numbers and amounts that do not fit are refused")
    func wrongCards() async throws {
        try await PlacetoPayShop.run { shop in
            let (_, page) = try await shop.session()
            for token in ["", "visa", "tok_", "tok_nothing", "success"] {
                #expect(try await shop.card(token, on: page).status == 400, "\(token)")
            }
            let number = try await shop.card("4111111111111111", on: page)
            #expect(number.status == 400 && !number.text.contains("4111"))
            #expect(try await shop.card("tok_success", of: "1", on: page).status == 400)
            #expect(try await shop.card("tok_success", of: "165000", on: page).status == 200)
            let (_, parts) = try await shop.session(PlacetoPayShop.order("100.00", allowPartial: true))
            for (amount, status) in [("0", 400), ("-1", 400), ("100.01", 400), ("0.001", 400), ("0.01", 200)] {
                #expect(try await shop.card("tok_success", of: amount, on: parts).status == status, "\(amount)")
            }
            #expect(try await shop.shown(parts)["amount"] == "0.01")
            #expect(try await shop.card("tok_success", on: String(page.dropLast()) + "z").status == 404)
        }
    }

    @Test("The person pays in the parts that they choose, to the cent")
    func chosenParts() async throws {
        try await PlacetoPayShop.run { shop in
            let (id, page) = try await shop.session(PlacetoPayShop.order("100.00", allowPartial: true))
            for (amount, status) in [
                ("33.33", "APPROVED_PARTIAL P0"), ("66.66", "APPROVED_PARTIAL P0"), ("0.01", "APPROVED 00"),
            ] {
                _ = try await shop.card("tok_success", of: amount, on: page)
                _ = try await shop.decide("approve", page)
                #expect(try await shop.status(id) == status)
            }
            let payments = try #require(try await shop.information(id).payment)
            #expect(payments.map(\.from.total.description) == ["33.33", "66.66", "0.01"])
            #expect(Set(payments.map(\.internalReference)).count == 3)
        }
    }

    @Test("A person who comes back is asked for what is left")
    func rest() async throws {
        try await PlacetoPayShop.run { shop in
            let order = try PlacetoPayShop.order("100.01", allowPartial: true)
            let (_, page) = try await shop.session(order, scenario: "session.partial")
            #expect(try await shop.shown(page)["amount"] == "50.00")
            _ = try await shop.decide("approve", page)
            #expect(try await shop.shown(page)["amount"] == "50.01")
        }
    }
}
