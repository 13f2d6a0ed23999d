import Sandbox
import Testing
import ToqueCrypto
import ToqueEncoding

@testable import CheckoutSimulator

@Suite struct PayerApprovalTests {
    @Test("The first visit registers a passkey, and its signature over the shown details pays")
    func approval() async throws {
        try await KioskSandbox.run { kiosk in
            let (id, page) = try await kiosk.payment()
            let shown = try await kiosk.shown(page)
            #expect(shown["payee"] == "Loja Exemplo")
            #expect(shown["amount"] == "10.50")
            #expect(shown["currency"] == "BRL")
            #expect(shown["reference"] == "order-1")
            #expect(shown["object"] == .string(id))
            #expect(shown["expires_at"] == "2026-03-01T12:10:00.000000Z")
            #expect(shown["authentication"]?["rpId"] == "localhost")
            #expect(shown["authentication"]?["userVerification"] == "required")
            #expect(shown["registration"]?["rp"]?["id"] == "localhost")
            let device = try PayerDevice(origin: kiosk.origin)
            let answer = try await kiosk.decide(page, device.approval(shown))
            #expect(answer.json == ["outcome": "approved", "location": .null], "\(answer.text)")
            #expect(try await kiosk.status(id) == "paid")

            let ceremonies = try await kiosk.ceremonies(of: id)
            #expect(ceremonies.map { $0["type"] } == ["registration", "authentication"])
            #expect(ceremonies.map { $0["verdict"]?["verdict"] } == ["valid", "valid"])
        }
    }

    @Test("The challenge is the digest of the shown details, in canonical JSON with 16 random bytes")
    func challenge() async throws {
        try await KioskSandbox.run { kiosk in
            let (id, page) = try await kiosk.payment()
            let shown = try await kiosk.shown(page)
            let chance = try #require(shown["chance"]?.stringValue)
            #expect(Base64URL.decode(chance)?.count == 16)
            let signed =
                #"{"amount":"10.50","chance":"\#(chance)","currency":"BRL","object":"\#(id)","#
                + #""payee":"Loja Exemplo","reference":"order-1"}"#
            #expect(shown["authentication"]?["challenge"] == .base64URL(Digest.sha256(signed)))
            #expect(shown["registration"]?["challenge"] != shown["authentication"]?["challenge"])
        }
    }

    @Test("A second visit needs no registration")
    func secondVisit() async throws {
        try await KioskSandbox.run { kiosk in
            let device = try PayerDevice(origin: kiosk.origin)
            let first = try await kiosk.payment()
            _ = try await kiosk.decide(first.page, device.approval(kiosk.shown(first.page)))
            let second = try await kiosk.payment(["amount": "2.00", "return_url": "https://shop.example/back"])
            let shown = try await kiosk.shown(second.page)
            #expect(shown["registration"] == nil)
            #expect(shown["authentication"]?["allowCredentials"]?.arrayValue?.count == 1)
            let answer = try await kiosk.decide(second.page, device.approval(shown))
            #expect(answer.json["location"] == "https://shop.example/back")
            #expect(try await kiosk.status(second.id) == "paid")
        }
    }

    @Test("Another device can register its own passkey, and both can pay from then on")
    func anotherPasskey() async throws {
        try await KioskSandbox.run { kiosk in
            let devices = try ["first", "second"].map { try PayerDevice(seed: $0, origin: kiosk.origin) }
            let first = try await kiosk.payment()
            _ = try await kiosk.decide(first.page, devices[0].approval(kiosk.shown(first.page)))
            let second = try await kiosk.payment()
            #expect(try await kiosk.send("GET", second.page).text.contains("href=\"?passkey=new\""))
            let page = second.page + "?passkey=new"
            let shown = try await kiosk.shown(page)
            #expect(shown["registration"]?["excludeCredentials"]?.arrayValue?.count == 1)
            let again = try await kiosk.decide(page, devices[0].approval(shown))
            #expect(again.json["code"] == "credential_already_registered")
            let third = try await kiosk.payment().page + "?passkey=new"
            #expect(
                try await kiosk.decide(third, devices[1].approval(kiosk.shown(third))).json["outcome"] == "approved")
            for device in devices {
                let page = try await kiosk.payment().page
                #expect(
                    try await kiosk.decide(page, device.approval(kiosk.shown(page))).json["outcome"] == "approved")
            }
        }
    }

    @Test("The payer declines without a passkey, and cancels if the page has a button for it")
    func declining() async throws {
        try await KioskSandbox.run { kiosk in
            for (decision, outcome) in [("decline", "declined"), ("cancel", "canceled")] {
                let (id, page) = try await kiosk.payment()
                let answer = try await kiosk.decide(page, ["decision": .string(decision)])
                #expect(answer.json["outcome"] == .string(outcome))
                #expect(try await kiosk.status(id) == .string(outcome))
            }
        }
    }

    @Test("With buttons, a press approves without a ceremony")
    func button() async throws {
        try await KioskSandbox.run(KioskProvider(.button)) { kiosk in
            let (id, page) = try await kiosk.payment(["return_url": "app.example:/back"])
            let shown = try await kiosk.shown(page)
            #expect(shown["registration"] == nil && shown["authentication"] == nil)
            let answer = try await kiosk.submit(page, form: [("decision", "approve")])
            #expect(answer.status == 303)
            #expect(answer.headers["location"] == "app.example:/back")
            #expect(try await kiosk.status(id) == "paid")
        }
    }

    @Test("Control decides at once, with the same call")
    func control() async throws {
        try await KioskSandbox.run { kiosk in
            let (id, _) = try await kiosk.payment()
            #expect(try await kiosk.control("POST", "objects/\(id)/approve", [:]).json["status"] == "paid")
            #expect(try await kiosk.control("POST", "objects/\(id)/decline", [:]).status == 409)
            let other = try await kiosk.payment().id
            #expect(try await kiosk.control("POST", "objects/\(other)/decline", [:]).json["status"] == "declined")
        }
    }

    @Test("Of two concurrent decisions, one takes effect")
    func race() async throws {
        try await KioskSandbox.run { kiosk in
            let device = try PayerDevice(origin: kiosk.origin)
            let (id, page) = try await kiosk.payment()
            let body = try device.approval(try await kiosk.shown(page))
            let answers = try await withThrowingTaskGroup(of: Int.self) { group in
                for index in 0..<12 {
                    group.addTask {
                        try await kiosk.decide(page, index.isMultiple(of: 2) ? body : ["decision": "decline"]).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.filter { $0 == 200 }.count == 1)
            #expect(answers.filter { $0 == 409 }.count == 11)
            let changes = try await kiosk.events(of: id)
            #expect(changes.count == 2)
        }
    }

    @Test("Each tenant has its own page")
    func tenants() async throws {
        let other = APIKey(id: "8", secret: "another_secret")
        try await KioskSandbox.run(keys: [KioskProvider.key, other]) { kiosk in
            let mine = try await kiosk.payment()
            let theirs = try await kiosk.make(key: other)
            let page = try #require(theirs.json["page"]?.stringValue)
            #expect(page != mine.page)
            #expect(try await kiosk.shown(page)["object"] == theirs.json["id"])
            #expect(try await kiosk.make(key: APIKey(id: "8", secret: "kiosk_secret")).status == 401)
        }
    }
}
