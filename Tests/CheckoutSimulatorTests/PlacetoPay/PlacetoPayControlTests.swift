import CheckoutContracts
import Sandbox
import SandboxKit
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

/// Control, the OpenAPI document and the tables.
@Suite struct PlacetoPayControlTests {
    private static let provider = PlacetoPayShop.provider

    @Test(
        "A trigger makes a session with the history that ends so",
        arguments: [
            ("session.pending", nil, "PENDING PT", []), ("session.approved", nil, "APPROVED 00", ["APPROVED 00"]),
            ("session.approved_partial", nil, "APPROVED_PARTIAL P0", []),
            ("session.partial_expired", nil, "PARTIAL_EXPIRED PX", ["PARTIAL_EXPIRED PX"]),
            ("session.rejected", nil, "REJECTED XN", ["REJECTED XN"]),
            ("session.rejected", "?C", "REJECTED ?C", ["REJECTED ?C"]),
            ("session.rejected", "MC", "REJECTED MC", ["REJECTED MC"]),
            ("session.rejected", "EX", "REJECTED EX", ["REJECTED EX"]),
            ("transaction.rejected", "61", "PENDING PT", []),
        ] as [(String, String?, String, [String])])
    func triggers(event: String, reason: String?, status: String, notifications: [String]) async throws {
        try await PlacetoPayShop.run { shop in
            try await shop.recordWebhooks()
            var body: JSONObject = ["event": .string(event), "reference": "t-1", "amount": "20.00", "currency": "USD"]
            body["reason"] = reason.map(JSON.string)
            let answer = try await shop.control("POST", "trigger", .object(body))
            #expect(answer.status < 300, "\(answer.text)")
            #expect(try await shop.status("1") == status)
            let information = try await shop.information("1")
            #expect(information.request?.payment.reference == "t-1")
            #expect(information.request?.payment.amount.currency.code == "USD")
            #expect(try await shop.notifications() == notifications)
            if event == "transaction.rejected" {
                #expect(information.payment?.map { PlacetoPayShop.text($0.status) } == ["REJECTED 61"])
            }
        }
    }

    @Test("A trigger refuses unknown events and parameters")
    func wrongTriggers() async throws {
        try await PlacetoPayShop.run { shop in
            for body: JSON in [
                ["event": "session.ended"], ["event": "session.approved", "reason": "00"],
                ["event": "session.rejected", "reason": "00"], ["event": "session.approved", "currency": "ZZZ"],
                ["event": "session.approved", "amount": "-1"], ["event": "session.approved", "amount": "0.001"],
                ["event": "session.approved_partial", "amount": "0.01"],
                ["event": "session.approved", "reference": ""], ["event": "session.approved", "color": "red"],
            ] {
                let answer = try await shop.control("POST", "trigger", body)
                #expect(answer.status == 400, "\(body.serialized()): \(answer.text)")
            }
        }
    }

    @Test(
        "Control decides at once, by the same table",
        arguments: [("approve", "APPROVED 00"), ("decline", "PENDING PT"), ("expire", "REJECTED EX")])
    func actions(action: String, status: String) async throws {
        try await PlacetoPayShop.run { shop in
            let (id, _) = try await shop.session()
            let answer = try await shop.control("POST", "objects/\(id)/\(action)", [:])
            #expect(answer.status == 200, "\(answer.text)")
            #expect(try await shop.status(id) == status)
            guard status != "PENDING PT" else { return }
            let again = try await shop.control("POST", "objects/\(id)/\(action)", [:])
            #expect(again.status == (action == "expire" ? 400 : 409))
        }
    }

    @Test("A scenario that control sets applies to the next attempt")
    func scenarioOfAnObject() async throws {
        try await PlacetoPayShop.run { shop in
            let (id, page) = try await shop.session()
            let set = try await shop.control(
                "PUT", "scenario", ["scenario": "transaction.65", "object": .string(id)])
            #expect(set.status < 300, "\(set.text)")
            _ = try await shop.decide("approve", page)
            #expect(try await shop.information(id).payment?.map { PlacetoPayShop.text($0.status) } == ["REJECTED 65"])
        }
    }

    @Test("A state that is saved and loaded continues where it was")
    func state() async throws {
        try await PlacetoPayShop.run { shop in
            let (id, page) = try await shop.session(
                PlacetoPayShop.order(allowPartial: true), scenario: "session.partial")
            _ = try await shop.decide("approve", page)
            let before = try await shop.information(id)
            let saved = try await shop.control("GET", "state")
            let loaded = try await shop.control("PUT", "state", saved.json)
            #expect(loaded.status < 300, "\(loaded.text)")
            #expect(try await shop.information(id) == before)
            _ = try await shop.decide("approve", page)
            #expect(try await shop.status(id) == "APPROVED 00")
            #expect(try await shop.session().id == "2")
        }
    }

    @Test(
        "A state file whose session has no number is refused by the member's name",
        arguments: ["session", "0", "-1", "01", "9223372036854775808"])
    func stateWithoutNumber(id: String) async throws {
        try await PlacetoPayShop.run { shop in
            _ = try await shop.session()
            let saved = try await shop.control("GET", "state").text
            let forged = saved.replacing(
                #""kind":"session","id":"1","body":{"id":"1""#,
                with: #""kind":"session","id":"\#(id)","body":{"id":"\#(id)""#)
            try #require(forged != saved)
            let loaded = try await shop.control("PUT", "state", try JSON(parsing: forged))
            #expect(loaded.status == 400 && loaded.text.contains(".body.id"), "\(loaded.text)")
            #expect(try await shop.status("1") == "PENDING PT")
        }
    }

    // MARK: The document

    @Test("The document has exactly one operation for each route")
    func operations() {
        let routes = Self.provider.routes.map { "\($0.method) \($0.path)" }
        let operations = Self.provider.operations.map { "\($0.method.rawValue) \($0.path)" }
        #expect(Set(routes) == Set(operations))
        #expect(operations.count == Set(operations).count)
    }

    @Test("The example of a component matches its schema", arguments: Component.placetoPay)
    func examples(_ component: Component) {
        let checker = PlacetoPayShop.contract.checker
        #expect(checker.problems(of: component.example, in: component.schema.json) == [])
    }

    // MARK: The table

    @Test("Final states do not change, and money leaves no state except these")
    func table() {
        let ended: [PlacetoPayState] = [.approved, .rejected, .partialExpired]
        for event in PlacetoPayEvent.allCases {
            for state in ended { #expect(placetoPayMachine.outcome(of: event, in: state) == nil, "\(event)") }
        }
        let living: [PlacetoPayState] = [.open, .processing, .partlyPaid, .processingRest]
        for event in [PlacetoPayEvent.approved, .partlyApproved] {
            for state in living {
                #expect(placetoPayMachine.outcome(of: event, in: state)?.attempt == .approved, "\(event) in \(state)")
            }
        }
    }

    @Test("No event rejects a session that is paid in part")
    func partsAreKept() {
        for state in [PlacetoPayState.partlyPaid, .processingRest] {
            for event in PlacetoPayEvent.allCases {
                #expect(placetoPayMachine.outcome(of: event, in: state)?.state != .rejected, "\(event) in \(state)")
            }
            #expect(placetoPayMachine.outcome(of: .canceledByMerchant, in: state) == nil)
        }
    }
}
