import CheckoutContracts
import Sandbox
import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport

@testable import CheckoutSimulator

/// Sessions and their authentication, over HTTP.
@Suite struct PlacetoPaySessionTests {
    private func status(_ answer: SandboxAnswer) throws -> PlacetoPayStatus {
        try PlacetoPaySessionResponse(json: answer.json).status
    }

    /// The answer to a refused request.
    private func expectRefusal(
        _ answer: SandboxAnswer, _ code: Int, _ reason: PlacetoPayCode, _ message: String,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(answer.status == code, "\(answer.text)", sourceLocation: location)
        let status = try status(answer)
        #expect(status.status == .failed && status.reason == reason, sourceLocation: location)
        #expect(status.message?.contains(message) == true, "\(answer.text)", sourceLocation: location)
    }

    // MARK: Access

    @Test("A request without a valid auth gets 401 with the error's number in the message")
    func access() async throws {
        try await PlacetoPayShop.run { shop in
            let order = try PlacetoPayShop.order()
            func refused(_ auth: JSON, _ number: Int) async throws {
                let answer = try await shop.post("/api/session", order, auth: auth)
                try expectRefusal(answer, 401, .number(401), "Authentication failed \(number)")
                #expect(try status(answer).message == "Authentication failed \(number)")
                #expect(answer.headers["www-authenticate"] == nil)
            }
            try await refused(.null, 100)
            try await refused("x", 100)
            try await refused(shop.auth().with("nonce", "no Base64"), 100)
            try await refused(shop.auth().with("seed", "2026-03-01"), 100)
            try await refused(shop.auth().with("login", .string(String(repeating: "a", count: 33))), 100)
            try await refused(shop.auth(APIKey(id: "nobody", secret: "sandbox")), 101)
            try await refused(shop.auth(APIKey(id: "sandbox", secret: "sandbox2")), 102)
            try await refused(shop.auth().with("nonce", "MA=="), 102)
            #expect(try await shop.post("/api/session/1").status == 404)
        }
    }

    @Test("A seed is valid within five minutes of the site's clock, even if that was moved")
    func window() async throws {
        try await PlacetoPayShop.run { shop in
            let (id, _) = try await shop.session()
            func status(_ seconds: Int) async throws -> Int {
                let seed = PlacetoPayDate.text(shop.clock.now + .seconds(seconds))
                return try await shop.post("/api/session/\(id)", auth: shop.auth(seed: seed)).status
            }
            for (seconds, expected) in [(-300, 200), (300, 200), (-301, 401), (301, 401)] {
                #expect(try await status(seconds) == expected, "\(seconds)")
            }
            shop.clock.advance(by: .seconds(86_400))
            #expect(try await status(0) == 200)
            #expect(try await status(-86_400) == 401)
            let late = try await shop.post(
                "/api/session/\(id)", auth: shop.auth(seed: "2026-03-01T07:00:00-05:00"))
            try expectRefusal(late, 401, .number(401), "Authentication failed 103")
            // Without seconds and without the offset's colon, as the documentation prints it.
            #expect(
                try await shop.post("/api/session/\(id)", auth: shop.auth(seed: "2026-03-02T07:00-0500")).status == 200)
        }
    }

    @Test("The same login, nonce and seed are valid once, and the nonce is valid again at another second")
    func replay() async throws {
        try await PlacetoPayShop.run { shop in
            let (id, _) = try await shop.session()
            let nonce = Array("1".utf8)
            let auth = shop.auth(nonce: nonce)
            #expect(try await shop.post("/api/session/\(id)", auth: auth).status == 200)
            let again = try await shop.post("/api/session/\(id)", auth: auth)
            try expectRefusal(again, 401, .number(401), "Authentication failed 102")
            #expect(again.headers["x-toque-assumed"]?.contains("auth-replay") == true)
            shop.clock.advance(by: .seconds(1))
            #expect(try await shop.post("/api/session/\(id)", auth: shop.auth(nonce: nonce)).status == 200)
        }
        try await PlacetoPayShop.run(configure: { $0.authReplay = .accept }) { shop in
            let (id, _) = try await shop.session()
            let auth = shop.auth()
            for _ in 0..<2 { #expect(try await shop.post("/api/session/\(id)", auth: auth).status == 200) }
        }
    }

    @Test("Of many concurrent requests with one auth, one is accepted")
    func replayRace() async throws {
        try await PlacetoPayShop.run { shop in
            let (auth, order) = (shop.auth(), try PlacetoPayShop.order())
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await shop.post("/api/session", order, auth: auth).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 200 }.count == 1)
            #expect(statuses.filter { $0 == 401 }.count == 19)
        }
    }

    @Test("Each site counts its own sessions and sees no others")
    func tenants() async throws {
        let other = APIKey(id: "other", secret: "other_secret")
        try await PlacetoPayShop.run(keys: [.sandbox, other]) { shop in
            let first = try await shop.session()
            let second = try await shop.session()
            #expect([first.id, second.id] == ["1", "2"])
            let made = try await shop.post("/api/session", PlacetoPayShop.order(), auth: shop.auth(other))
            #expect(made.json["requestId"] == 1)
            let foreign = try await shop.post("/api/session/2", auth: shop.auth(other))
            try expectRefusal(foreign, 404, .number(404), "no such session")
            let page = try #require(made.json["processUrl"]?.stringValue)
            _ = try await shop.decide("approve", page)
            #expect(try await shop.status("1") == "PENDING PT")
            let shown = try await shop.post("/api/session/1", auth: shop.auth(other))
            #expect(shown.json["status"]?["status"] == "APPROVED")
            for id in ["0", "01", "3", "x", "-1", "1.0"] {
                #expect(
                    try await shop.send(
                        "POST", "/api/session/\(id)", ["auth": shop.auth()]
                    ).status == 404, "\(id)")
            }
        }
    }

    // MARK: Making

    @Test("A new session has its number and page, and is pending")
    func creation() async throws {
        try await PlacetoPayShop.run { shop in
            let made = try await shop.post("/api/session", PlacetoPayShop.order())
            let response = try PlacetoPaySessionResponse(json: made.json)
            #expect(PlacetoPayShop.text(response.status) == "OK PC")
            #expect(response.status.date == "2026-03-01T07:00:00-05:00")
            let page = try #require(response.processURL)
            let parts = page.split(separator: "/")
            #expect(parts.suffix(4).prefix(3) == ["spa", "session", "1"])
            #expect(parts.last?.count == 32 && parts.last.flatMap { Hex.decode($0) } != nil)
            let information = try await shop.information("1")
            #expect(information.requestID == 1 && information.payment == nil)
            let request = try #require(information.request)
            #expect(request.payment.amount.total.description == "165000.0")
            #expect(request.buyer?.name == "Ana" && request.locale == "en_US")
            #expect(request.fields.last == PlacetoPayField("_processUrl_", page))
            #expect(request.expiration == shop.clock.now + .seconds(1800))
            #expect(!information.json.serialized().contains("tranKey"))
        }
    }

    @Test("An invalid locale counts as the site's, and messages follow the locale")
    func locale() async throws {
        try await PlacetoPayShop.run { shop in
            for (locale, shown) in [("en_US", "en_US"), ("español", "es_CO"), ("es_MX", "es_MX"), ("en_us", "es_CO")] {
                var order = try PlacetoPayShop.order()
                order["locale"] = .string(locale)
                let (id, _) = try await shop.session(order)
                let information = try await shop.information(id)
                #expect(information.request?.locale == shown)
                let isEnglish = information.status.message == "The session waits for the payment"
                #expect(isEnglish == (shown == "en_US"))
            }
        }
    }

    @Test("A session lasts at least five minutes, to the microsecond")
    func expiration() async throws {
        try await PlacetoPayShop.run { shop in
            var order = try PlacetoPayShop.order()
            for (seconds, status) in [(299, 400), (300, 200), (86_400, 200)] {
                order["expiration"] = .string(PlacetoPayDate.text(shop.clock.now + .seconds(seconds)))
                let answer = try await shop.post("/api/session", order)
                #expect(answer.status == status)
                if status == 400 { try expectRefusal(answer, 400, .badRequest, "expiration: ") }
            }
            shop.clock.advance(by: .seconds(300))
            #expect(try await shop.status("1") == "REJECTED EX")
            #expect(try await shop.status("2") == "PENDING PT")
        }
    }

    @Test("An invalid body gets 400 with BR, and the answer names every member at fault")
    func invalid() async throws {
        try await PlacetoPayShop.run { shop in
            let order = JSON.object(try PlacetoPayShop.order())
            func refused(_ path: String, _ value: JSON?) async throws {
                let body = try #require(order.with(path, value).objectValue)
                let answer = try await shop.post("/api/session", body)
                try expectRefusal(answer, 400, .badRequest, "\(path): ")
            }
            try await refused("payment.reference", nil)
            try await refused("payment.reference", .string(String(repeating: "r", count: 33)))
            try await refused("payment.amount.total", 0)
            try await refused("payment.amount.currency", "cop")
            try await refused("returnUrl", "javascript:alert(1)")
            try await refused("cancelUrl", "http://shop.example/")
            try await refused("subscription", ["reference": "s"])
            try await refused("payment.recurring", ["periodicity": "M"])
            try await refused("payment.dispersion", [[:]])
            let empty = try await shop.post("/api/session", [:])
            for name in ["payment", "returnUrl", "ipAddress", "userAgent"] {
                try expectRefusal(empty, 400, .badRequest, "\(name): ")
            }
            let card = try await shop.post(
                "/api/session", #require(order.with("payment.description", "4111 1111 1111 1111").objectValue))
            try expectRefusal(card, 400, .badRequest, "payment.description: ")
            #expect(try await shop.post("/api/session/1").status == 404)
            let journal = try await shop.control("GET", "requests").text
            #expect(!journal.contains("4111") && !journal.contains("tranKey\":\"A"))
        }
    }

    // MARK: Canceling

    @Test("A session shows its payer once there is an attempt")
    func payer() async throws {
        try await PlacetoPayShop.run { shop in
            let (id, page) = try await shop.session()
            #expect(try await shop.information(id).request?.payer == nil)
            _ = try await shop.decide("decline", page)
            let request = try #require(try await shop.information(id).request)
            #expect(request.payer?.name == "Ana" && request.payer == request.buyer)
        }
    }

    @Test("The merchant can cancel an unpaid session once")
    func cancellation() async throws {
        try await PlacetoPayShop.run { shop in
            try await shop.recordWebhooks()
            let (id, page) = try await shop.session()
            _ = try await shop.decide("decline", page)
            let canceled = try await shop.post("/api/session/\(id)/cancel")
            let answer = try PlacetoPayCancellation(json: canceled.json)
            #expect(PlacetoPayShop.text(answer.status) == "OK 00")
            #expect(PlacetoPayShop.text(answer.session.status) == "REJECTED MC")
            try expectRefusal(try await shop.post("/api/session/\(id)/cancel"), 400, .badRequest, "not possible")
            #expect(try await shop.decide("approve", try await shop.session().page).status == 200)
            #expect(try await shop.send("POST", page, ["decision": "decline"]).status == 409)
            #expect(try await shop.notifications().first == "REJECTED MC")
        }
    }

    @Test("A session that is paid, partly paid or with the bank cannot be canceled")
    func cancellationTooLate() async throws {
        try await PlacetoPayShop.run { shop in
            for scenario in ["success", "session.partial", "transaction.pending"] {
                let (id, page) = try await shop.session(PlacetoPayShop.order(allowPartial: true), scenario: scenario)
                _ = try await shop.decide("approve", page)
                let before = try await shop.information(id)
                let answer = try await shop.post("/api/session/\(id)/cancel")
                try expectRefusal(answer, 400, .badRequest, "not possible")
                #expect(try await shop.information(id) == before)
            }
        }
    }

    @Test("Of a concurrent cancellation and approval, one takes effect")
    func cancellationRace() async throws {
        try await PlacetoPayShop.run(configure: { $0.authorization = .button }) { shop in
            try await shop.recordWebhooks()
            for number in 1...10 {
                let (id, page) = try await shop.session()
                async let paid = shop.send("POST", page, ["decision": "approve"]).status
                async let canceled = shop.post("/api/session/\(id)/cancel").status
                let (first, second) = try await (paid, canceled)
                #expect([[200, 400], [409, 200]].contains([first, second]), "\(first) \(second)")
                #expect(try await shop.status(id) == (first == 200 ? "APPROVED 00" : "REJECTED MC"))
                #expect(try await shop.notifications().count == number)
            }
        }
    }
}
