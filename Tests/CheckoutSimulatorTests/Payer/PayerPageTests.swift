import Sandbox
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

@Suite struct PayerPageTests {
    @Test("The page shows the signed details in the payer's language, and runs only its own script")
    func page() async throws {
        try await KioskSandbox.run { kiosk in
            let (_, page) = try await kiosk.payment()
            let english = try await kiosk.send("GET", page)
            #expect(english.status == 200)
            for text in ["Loja Exemplo", "R$10.50", "order-1", "Ana Exemplo", ">Approve<", ">Cancel and go back<"] {
                #expect(english.text.contains(text), "\(text)")
            }
            let policy = try #require(english.headers["content-security-policy"])
            #expect(english.text.contains("<script type=\"module\" src=\"/_pages/passkey.js?v="))
            #expect(policy.contains("script-src 'self';") && !policy.contains("unsafe"))
            #expect(english.headers["x-toque-assumed"] == "payer-page")
            let other = try await kiosk.send("GET", page, headers: [("Accept-Language", "pt-PT, en;q=0.5")])
            #expect(other.text.contains("Autorizar") && other.text.contains("lang=\"pt-BR\""))
            #expect(try await kiosk.send("GET", "\(page)?lang=es").text.contains("¿Autoriza este pago?"))
        }
    }

    @Test("With buttons the page has no script")
    func button() async throws {
        try await KioskSandbox.run(KioskProvider(.button)) { kiosk in
            let page = try await kiosk.send("GET", kiosk.payment().page)
            #expect(!page.text.contains("<script"))
        }
    }

    @Test("A browser that uses an IP address is redirected to localhost, which has the passkeys")
    func localhost() async throws {
        try await KioskSandbox.run { kiosk in
            let page = try await kiosk.payment().page
            #expect(page.hasPrefix(kiosk.origin))
            let numeric = page.replacing("localhost", with: "127.0.0.1")
            let answer = try await kiosk.send("GET", "\(numeric)?lang=es")
            #expect(answer.status == 302)
            #expect(answer.headers["location"] == "\(page)?lang=es")
            #expect(try await kiosk.shown(numeric)["authentication"]?["rpId"] == "localhost")
        }
    }

    @Test("The page's form approves with the ceremonies as JSON texts, and shows a refusal's code")
    func form() async throws {
        try await KioskSandbox.run(KioskProvider(isPatient: true)) { kiosk in
            let device = try PayerDevice(origin: kiosk.origin)
            let (id, page) = try await kiosk.payment()
            func fields(_ ceremony: PayerDevice.Ceremony) async throws -> [(name: String, value: String)] {
                let body = try device.approval(try await kiosk.shown(page), ceremony)
                return ["registration", "authentication"].compactMap { name in
                    body[name].map { (name, $0.serialized()) }
                } + [("decision", "approve")]
            }
            let refused = try await kiosk.submit(page, form: fields(.init(flags: [.userPresent])))
            #expect(refused.status == 200)
            #expect(refused.text.contains("user_not_verified"))
            let path = try #require(page.split(separator: "/", maxSplits: 2).last)
            #expect(refused.text.contains("href=\"/\(path)\""))
            let approved = try await kiosk.submit(page, form: fields(.init()))
            #expect(approved.status == 200)
            #expect(approved.text.contains("The payment is approved."))
            #expect(try await kiosk.status(id) == "paid")
            #expect(try await kiosk.submit(page, form: [("decision", "decline")]).status == 409)
        }
    }

    @Test("The pages' origin is that of the public URL, or localhost on this machine")
    func origin() {
        let table: [(url: String, rpID: String, origin: String, base: String)] = [
            ("http://127.0.0.1:8420", "localhost", "http://localhost:8420", "http://localhost:8420/"),
            ("http://[::1]:8420", "localhost", "http://localhost:8420", "http://localhost:8420/"),
            ("https://localhost:8443", "localhost", "https://localhost:8443", "https://localhost:8443/"),
            ("http://127.0.0.1:80", "localhost", "http://localhost", "http://localhost/"),
            ("https://pay.example", "pay.example", "https://pay.example", "https://pay.example/"),
            ("https://pay.example:443/a", "pay.example", "https://pay.example", "https://pay.example/a/"),
            ("https://Pay.Example:444", "pay.example", "https://pay.example:444", "https://pay.example:444/"),
        ]
        for row in table {
            let origin = PayerOrigin(publicURL: row.url)
            #expect(origin.rpID == row.rpID && origin.text == row.origin && origin.base == row.base, "\(row.url)")
        }
    }
}
