import CheckoutContracts
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

/// Faults of the network and the server.
@Suite struct PlacetoPayFaultTests {
    @Test(
        "A request whose answer is lost has taken effect, which a query shows",
        arguments: ["connection_reset", "truncated_body"])
    func lostAnswers(scenario: String) async throws {
        try await PlacetoPayShop.run { shop in
            let order = try PlacetoPayShop.order()
            await #expect(throws: (any Error).self) {
                try await shop.post("/api/session", order, headers: [("X-Toque-Scenario", scenario)])
            }
            #expect(try await shop.status("1") == "PENDING PT")
            await #expect(throws: (any Error).self) { try await shop.post("/api/session/1/cancel") }
            #expect(try await shop.status("1") == "REJECTED MC")
            let again = try await shop.post("/api/session/1/cancel")
            #expect(again.status == 400)
            // A repeated request makes another session: nothing identifies it as a repetition.
            #expect(try await shop.session().id == "2")
        }
    }

    @Test("Requests answered with 503 change nothing, and the request after them succeeds")
    func unavailable() async throws {
        try await PlacetoPayShop.run { shop in
            let order = try PlacetoPayShop.order()
            func create() async throws -> SandboxAnswer {
                try await shop.post("/api/session", order, headers: [("X-Toque-Scenario", "unavailable:3")])
            }
            for _ in 0..<3 {
                let refused = try await create()
                let status = try PlacetoPaySessionResponse(json: refused.json).status
                #expect(refused.status == 503)
                #expect(PlacetoPayShop.text(status) == "FAILED 503")
            }
            let made = try await create()
            #expect(made.json["requestId"] == 1)
            for _ in 0..<3 {
                let refused = try await shop.post("/api/session/1/cancel")
                #expect(refused.status == 503)
            }
            #expect(try await shop.status("1") == "PENDING PT")
            let canceled = try await shop.post("/api/session/1/cancel")
            #expect(canceled.status == 200)
        }
    }
}
