import CheckoutContracts
import Sandbox
import SandboxKit
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

/// The payer's means and parts: test cards and amounts.
@Suite struct PlacetoPayCardTests {
    @Test("A magic amount chooses the scenario at its position in the list", arguments: PlacetoPayMagic.values)
    func magicAmount(_ value: MagicValue) async throws {
        let amount = try #require(ExactDecimal(value.value))
        #expect(PlacetoPayMagic.values.scenario(ofDecimal: amount) == value.scenario)
        #expect(
            PlacetoPayMagic.values.scenario(ofDecimal: try #require(ExactDecimal("\(value.value)0"))) == value.scenario)
        #expect(PlacetoPayMagic.values.scenario(ofDecimal: try #require(ExactDecimal("\(value.value)1"))) == nil)
    }

    @Test("A magic amount rejects its own payment")
    func magicPayment() async throws {
        try await PlacetoPayShop.run { shop in
            let (id, page) = try await shop.session(PlacetoPayShop.order("9000.02"))
            _ = try await shop.decide("approve", page)
            #expect(try await shop.information(id).payment?.map { PlacetoPayShop.text($0.status) } == ["REJECTED 51"])
        }
    }

    @Test("A test card chooses the bank's answer to one attempt")
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

    @Test("A card applies to one attempt, and its scenario may take its time")
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

    @Test("Unknown cards, card numbers and invalid amounts are refused")
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

    @Test("The payer pays in parts of their choice, exact to the cent")
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

    @Test("A payer who returns is asked for the remaining amount")
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
