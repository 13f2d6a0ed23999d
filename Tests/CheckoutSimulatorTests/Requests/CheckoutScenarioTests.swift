import Sandbox
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

@Suite struct CheckoutScenarioTests {
    @Test("Every provider has the shared scenarios")
    func names() {
        #expect(
            KioskScenario.catalog.all.map(\.name) == [
                "success", "never_answers", "slow", "unavailable", "connection_reset", "truncated_body",
                "duplicate_webhooks", "reordered_webhooks", "webhook_badly_signed",
            ])
    }

    @Test("The scenarios of the other party change the states that it leaves")
    func steps() throws {
        let silent = try #require(KioskScenario.catalog.scenario(named: "never_answers"))
        guard case .nothing? = silent.steps[.pending] else {
            Issue.record("never_answers has the other side answer")
            return
        }
        let slow = try #require(KioskScenario.catalog.scenario(named: "slow"))
        guard case .usual(after: .seconds(60))? = slow.steps[.pending] else {
            Issue.record("slow takes another time")
            return
        }
        #expect(slow.faults(striking: .change) == [.slow(.seconds(2))])
    }

    @Test("The scenario unavailable refuses N orders and then accepts one, whose payer decides as always")
    func unavailable() async throws {
        try await KioskSandbox.run { kiosk in
            func order() async throws -> SandboxAnswer {
                try await kiosk.signed(
                    "POST", "/payments", JSON.object(["amount": "1.00"]).utf8,
                    headers: [("X-Toque-Scenario", "unavailable:3")])
            }
            for _ in 0..<3 {
                let refused = try await order()
                #expect((refused.status, refused.code) == (503, "service_unavailable"))
            }
            #expect(try await kiosk.events() == [])
            let made = try await order()
            #expect(made.status == 201)
            let id = try #require(made.json["id"]?.stringValue)
            let page = try #require(made.json["page"]?.stringValue)
            #expect(try await kiosk.approve(page).json["outcome"] == "approved")
            #expect(try await kiosk.status(id) == "paid")
            #expect(try await order().status == 503)
        }
    }

    @Test("The scenario duplicate_webhooks reports each change twice")
    func duplicates() async throws {
        try await KioskSandbox.run { kiosk in
            try await kiosk.recordWebhooks()
            let made = try await kiosk.signed(
                "POST", "/payments", JSON.object(["amount": "1.00"]).utf8,
                headers: [("X-Toque-Scenario", "duplicate_webhooks")])
            let id = try #require(made.json["id"]?.stringValue)
            _ = try await kiosk.control("POST", "objects/\(id)/decline", [:])
            let deliveries = try await kiosk.deliveries()
            #expect(deliveries.count == 2)
            #expect(deliveries.first?["webhook"] == deliveries.last?["webhook"])
        }
    }
}
