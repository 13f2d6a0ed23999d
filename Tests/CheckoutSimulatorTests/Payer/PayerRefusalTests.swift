import Sandbox
import Testing
import ToqueEncoding
import ToqueWebAuthn

@testable import CheckoutSimulator

@Suite struct PayerRefusalTests {
    @Test("A faulty registration is refused, and no passkey is stored")
    func registration() async throws {
        try await KioskSandbox.run(KioskProvider(isPatient: true)) { kiosk in
            let device = try PayerDevice(origin: kiosk.origin)
            let (id, page) = try await kiosk.payment()
            let shown = try await kiosk.shown(page)
            let refused = try await kiosk.decide(
                page,
                [
                    "decision": "approve",
                    "registration": device.register(
                        try #require(shown["registration"]), .init(flags: [.userPresent])),
                    "authentication": device.sign(try #require(shown["authentication"])),
                ])
            #expect(refused.json["code"] == "user_not_verified")
            #expect(try await kiosk.status(id) == "pending")
            #expect(try await kiosk.shown(page)["registration"] != nil)
        }
    }

    @Test("A challenge is valid once, even if the payment still waits")
    func replay() async throws {
        try await KioskSandbox.run(KioskProvider(isPatient: true)) { kiosk in
            let device = try PayerDevice(origin: kiosk.origin)
            let (id, page) = try await kiosk.payment()
            let shown = try await kiosk.shown(page)
            let wrong = try await kiosk.decide(page, device.approval(shown, .init(tamperSignature: true)))
            #expect(wrong.json["code"] == "bad_signature")
            // The right signature, over a used challenge.
            let late = try await kiosk.decide(page, device.approval(shown))
            #expect(late.json["code"] == "challenge_mismatch")
            let again = try await kiosk.shown(page)
            #expect(again["authentication"]?["challenge"] != shown["authentication"]?["challenge"])
            let body = try device.approval(again)
            #expect(try await kiosk.decide(page, body).json["outcome"] == "approved")
            #expect(try await kiosk.decide(page, body).status == 409)
            #expect(try await kiosk.status(id) == "paid")
            // The same signature for another payment.
            let other = try await kiosk.payment()
            #expect(try await kiosk.decide(other.page, body).json["code"] == "challenge_mismatch")
        }
    }

    @Test("An expired page says so, and accepts no decision")
    func expired() async throws {
        try await KioskSandbox.run { kiosk in
            let device = try PayerDevice(origin: kiosk.origin)
            let (id, page) = try await kiosk.payment()
            let body = try device.approval(try await kiosk.shown(page))
            kiosk.clock.advance(by: .seconds(600))
            let answer = try await kiosk.decide(page, body)
            #expect(answer.status == 410)
            #expect(answer.json["code"] == "expired")
            #expect(try await kiosk.send("GET", page).status == 410)
            #expect(try await kiosk.status(id) == "expired")
        }
    }

    @Test("A malformed answer is refused with the member's name, and uses up no challenge")
    func malformed() async throws {
        try await KioskSandbox.run { kiosk in
            let (id, page) = try await kiosk.payment()
            let bodies: [(JSON, String)] = [
                ([:], "decision"), (["decision": "maybe"], "decision"), (["decision": 1], "decision"),
                (["decision": "approve"], "authentication"),
                (["decision": "approve", "authentication": "text"], "authentication"),
                (["decision": "approve", "authentication": [:]], "authentication.id"),
            ]
            let before = try await kiosk.shown(page)
            for (body, field) in bodies {
                let answer = try await kiosk.decide(page, body)
                #expect(answer.status == 400, "\(body.serialized())")
                #expect(answer.json["field"]?.stringValue?.hasPrefix(field) == true, "\(answer.text)")
            }
            #expect(
                try await kiosk.send("POST", page, [0x7B], headers: [("Content-Type", "application/json")]).status
                    == 400)
            #expect(try await kiosk.send("POST", page, [0x7B], headers: [("Content-Type", "text/xml")]).status == 415)
            #expect(try await kiosk.submit(page, form: [("decision", "perhaps")]).status == 400)
            #expect(try await kiosk.submit(page, form: [("decision", "approve")]).status == 400)
            #expect(try await kiosk.shown(page) == before)
            #expect(try await kiosk.status(id) == "pending")
        }
    }

    @Test("A page's address without a payment is not found")
    func unknown() async throws {
        try await KioskSandbox.run { kiosk in
            let (id, page) = try await kiosk.payment()
            let handle = try #require(page.split(separator: "/").last)
            for path in ["kiosk/other/\(handle)", "kiosk/\(id)/\(String(handle.reversed()))", "kiosk/\(id)/\(id)"] {
                let answer = try await kiosk.send(
                    "GET", "\(kiosk.origin)/\(path)", headers: [("Accept", "application/json")])
                #expect(answer.status == 404, "\(path)")
                #expect(try await kiosk.send("GET", "\(kiosk.origin)/\(path)").status == 404)
            }
        }
    }
}
