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
        /// What the person does: `approve`, `decline`, `cancel`.
        var person = ["approve"]
        /// Whether the session may be paid in parts.
        var inParts = false
        /// Seconds that pass after the person.
        var clock = 0
        let status: String
        /// None for a session that has not ended.
        var notifications: [String]
        /// Of the attempts.
        var attempts: [String] = []

        var testDescription: String { "\(scenario): \(person), \(inParts ? "in parts, " : "")\(clock) s" }

        init(
            _ scenario: String, _ person: [String] = ["approve"], inParts: Bool = false, clock: Int = 0,
            _ status: String, _ attempts: [String] = [], told: Bool = true, twice: Bool = false
        ) {
            self.scenario = scenario
            self.person = person
            self.inParts = inParts
            self.clock = clock
            self.status = status
            self.attempts = attempts
            notifications = told ? twice ? [status, status] : [status] : []
        }
    }

    static let rows: [Row] = [
        // The person
        Row("success", "APPROVED 00", ["APPROVED 00"]),
        Row("success", [], "PENDING PT", told: false),
        Row("success", [], clock: 1799, "PENDING PT", told: false),
        Row("success", [], clock: 1800, "REJECTED EX"),
        Row("success", ["decline"], "PENDING PT", ["REJECTED 05"], told: false),
        Row("success", ["decline", "approve"], "APPROVED 00", ["REJECTED 05", "APPROVED 00"]),
        Row("success", ["decline"], clock: 1800, "REJECTED EX", ["REJECTED 05"]),
        Row("success", ["cancel"], "REJECTED ?C"),
        Row(
            "success", Array(repeating: "decline", count: 9), "PENDING PT",
            Array(repeating: "REJECTED 05", count: 9), told: false),
        Row(
            "success", Array(repeating: "decline", count: 10), "REJECTED XN",
            Array(repeating: "REJECTED 05", count: 10)),
        // The bank
        Row("transaction.05", "PENDING PT", ["REJECTED 05"], told: false),
        Row("transaction.51", "PENDING PT", ["REJECTED 51"], told: false),
        Row("transaction.61", "PENDING PT", ["REJECTED 61"], told: false),
        Row("transaction.65", ["approve", "approve"], "PENDING PT", ["REJECTED 65", "REJECTED 65"], told: false),
        Row("transaction.05", clock: 1800, "REJECTED EX", ["REJECTED 05"]),
        Row("transaction.XN", "REJECTED XN", ["REJECTED 05"]),
        Row("transaction.?C", [], "REJECTED ?C"),
        Row("transaction.MC", [], "REJECTED MC"),
        Row("transaction.EX", [], "REJECTED EX"),
        Row("transaction.pending", "PENDING PT", ["PENDING PT"], told: false),
        Row("transaction.pending", clock: 60, "APPROVED 00", ["APPROVED 00"]),
        // Parts
        Row("session.partial", "APPROVED 00", ["APPROVED 00"]),
        Row("session.partial", inParts: true, "APPROVED_PARTIAL P0", ["APPROVED 00"], told: false),
        Row(
            "session.partial", ["approve", "approve"], inParts: true, "APPROVED 00", ["APPROVED 00", "APPROVED 00"]),
        Row("session.partial", inParts: true, clock: 1800, "PARTIAL_EXPIRED PX", ["APPROVED 00"]),
        Row("session.partial", ["approve", "cancel"], inParts: true, "PARTIAL_EXPIRED PX", ["APPROVED 00"]),
        Row(
            "session.partial", ["approve"] + Array(repeating: "decline", count: 10), inParts: true,
            "PARTIAL_EXPIRED PX", ["APPROVED 00"] + Array(repeating: "REJECTED 05", count: 10)),
        Row("transaction.PX", inParts: true, "PARTIAL_EXPIRED PX", ["APPROVED 00"]),
        Row("transaction.PX", "APPROVED 00", ["APPROVED 00"]),
        // The way
        Row("never_answers", clock: 1799, "PENDING PT", ["PENDING PT"], told: false),
        Row("never_answers", clock: 1800, "REJECTED EX", ["REJECTED EX"]),
        Row("slow", clock: 59, "PENDING PT", ["PENDING PT"], told: false),
        Row("slow", clock: 60, "APPROVED 00", ["APPROVED 00"]),
        Row("duplicate_webhooks", "APPROVED 00", ["APPROVED 00"], twice: true),
        Row("reordered_webhooks", "APPROVED 00", ["APPROVED 00"]),
        Row("webhook_badly_signed", "APPROVED 00", ["APPROVED 00"]),
    ]

    @Test("A session ends as the table says, and tells it once", arguments: rows)
    func outcome(_ row: Row) async throws {
        try await PlacetoPayShop.run { shop in
            try await shop.recordNotifications()
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
                let chosen = try await shop.card(token, page)
                #expect(chosen.status == 200, "\(chosen.text)")
                _ = try await shop.decide("approve", page)
                let last = try #require(try await shop.information(id).payment?.last)
                #expect(PlacetoPayShop.text(last.status) == status)
            }
            #expect(try await shop.status(id) == "APPROVED 00")
            #expect(try await shop.card("tok_success", page).status == 409)
        }
    }

    @Test("A card is for one attempt, and its scenario may take its time")
    func slowCard() async throws {
        try await PlacetoPayShop.run { shop in
            let (id, page) = try await shop.session()
            _ = try await shop.card("tok_transaction.pending", page)
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
                #expect(try await shop.card(token, page).status == 400, "\(token)")
            }
            let number = try await shop.card("4111111111111111", page)
            #expect(number.status == 400 && !number.text.contains("4111"))
            #expect(try await shop.card("tok_success", "1", page).status == 400)
            #expect(try await shop.card("tok_success", "165000", page).status == 200)
            let (_, parts) = try await shop.session(PlacetoPayShop.order("100.00", allowPartial: true))
            for (amount, status) in [("0", 400), ("-1", 400), ("100.01", 400), ("0.001", 400), ("0.01", 200)] {
                #expect(try await shop.card("tok_success", amount, parts).status == status, "\(amount)")
            }
            #expect(try await shop.shown(parts)["amount"] == "0.01")
            #expect(try await shop.card("tok_success", String(page.dropLast()) + "z").status == 404)
        }
    }

    @Test("The person pays in the parts that they choose, to the cent")
    func chosenParts() async throws {
        try await PlacetoPayShop.run { shop in
            let (id, page) = try await shop.session(PlacetoPayShop.order("100.00", allowPartial: true))
            for (amount, status) in [
                ("33.33", "APPROVED_PARTIAL P0"), ("66.66", "APPROVED_PARTIAL P0"), ("0.01", "APPROVED 00"),
            ] {
                _ = try await shop.card("tok_success", amount, page)
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
