import CheckoutContracts
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

@Suite struct PlacetoPayFidelityTests {
    @Test("Every behavior has a unique ID of lowercase letters, digits, and hyphens")
    func behaviors() {
        let ids = PlacetoPayFidelity.sections.flatMap(\.behaviors).map(\.id)
        #expect(Set(ids).count == ids.count)
        for id in ids { #expect(id.allSatisfy { $0 == "-" || ("a"..."z").contains($0) || $0.isNumber }, "\(id)") }
    }

    @Test("Answers name exactly the assumptions that they rest on")
    func assumptions() async throws {
        try await PlacetoPayShop.run { shop in
            let order = try PlacetoPayShop.order()
            let auth = shop.auth()
            let made = try await shop.post("/api/session", order, auth: auth)
            #expect(assumed(made) == ["page", "defaults"])
            let page = try #require(made.json["processUrl"]?.stringValue)
            let pending = try await shop.post("/api/session/1")
            #expect(assumed(pending) == ["page", "defaults"])
            _ = try await shop.decide("decline", page)
            let rejected = try await shop.post("/api/session/1")
            #expect(assumed(rejected) == ["page", "defaults", "reasons"])
            let again = try await shop.post("/api/session", order, auth: auth)
            #expect(assumed(again) == ["auth-replay"])
            let wrong = try await shop.post("/api/session", [:])
            #expect(assumed(wrong) == ["validation"])
            let unknown = try await shop.post("/api/session/9")
            #expect(assumed(unknown) == ["unknown-session"])
            let card = try await shop.post("/api/session", ["payment": ["description": "4111111111111111"]])
            #expect(assumed(card) == ["card-data"])
            let chosen = try await shop.card("tok_success", on: page)
            #expect(assumed(chosen) == ["cards"])
            let shown = try await shop.send("GET", page)
            #expect(assumed(shown) == ["payer-page"])
            _ = try await shop.decide("approve", page)
            let late = try await shop.post("/api/session/1/cancel")
            #expect(assumed(late) == ["wrong-state"])
            let (id, parts) = try await shop.session(
                PlacetoPayShop.order(allowPartial: true), scenario: "session.partial")
            _ = try await shop.decide("approve", parts)
            let partial = try await shop.post("/api/session/\(id)")
            #expect(assumed(partial) == ["page", "defaults", "partial"])
        }
    }

    @Test("A documented refusal names no assumption")
    func documented() async throws {
        try await PlacetoPayShop.run { shop in
            let refused = try await shop.post("/api/session", auth: .null)
            #expect(refused.status == 401 && assumed(refused) == [])
        }
    }

    private func assumed(_ answer: SandboxAnswer) -> Set<String> {
        let text = answer.headers["x-toque-assumed"] ?? ""
        return Set(text.split(separator: ",").map { String($0.drop { $0 == " " }) })
    }
}
