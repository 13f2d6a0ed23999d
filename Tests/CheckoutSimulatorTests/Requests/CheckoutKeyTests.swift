import Sandbox
import Testing
import ToqueCrypto
import ToqueEncoding

@testable import CheckoutSimulator

@Suite struct CheckoutKeyTests {
    @Test("A request is signed with the key's secret, and a key is found by its secret or its id")
    func keys() async throws {
        let other = APIKey(id: "8", secret: "another_secret")
        try await KioskSandbox.run(keys: [KioskProvider.key, other]) { kiosk in
            #expect(try await kiosk.make(key: other).status == 201)
            #expect(try await kiosk.make(key: APIKey(id: "9", secret: "another_secret")).status == 401)
            let store = kiosk.server.engine.store
            #expect(try await store.tenant(ofKeySecret: "another_secret") == "8")
            #expect(try await store.tenant(ofKeySecret: "kiosk_secret") == "7")
            #expect(try await store.tenant(ofKeySecret: "") == nil)
            #expect(try await store.hasKey("8"))
            #expect(try await !store.hasKey("9"))
            // A key that control makes and removes.
            let made = try await kiosk.control("POST", "keys", ["id": "made", "secret": "made_secret"])
            #expect(made.status == 201)
            #expect(try await kiosk.make(key: APIKey(id: "made", secret: "made_secret")).status == 201)
            #expect(try await store.tenant(ofKeySecret: "made_secret") == "made")
            #expect(try await kiosk.control("DELETE", "keys/made").status == 204)
            #expect(try await store.tenant(ofKeySecret: "made_secret") == nil)
        }
    }

    @Test("The default key is refused at addresses that other machines can reach, and to pages of other origins")
    func defaultKey() async throws {
        var configuration = SandboxConfiguration(keys: [KioskProvider.key])
        configuration.host = "0.0.0.0"
        configuration.control.token = "token-of-control"
        await #expect(throws: SandboxConfigurationError.self) {
            _ = try await SandboxServer(configuration, provider: KioskProvider())
        }
        try await KioskSandbox.run { kiosk in
            let body = JSON.object(["amount": "1.00"]).utf8
            let foreign = try await kiosk.signed(
                "POST", "/payments", body, headers: [("Origin", "https://evil.example")])
            #expect(foreign.status == 403)
        }
    }

    @Test("No journal, state file or answer of control contains a key's secret")
    func secrets() async throws {
        try await KioskSandbox.run { kiosk in
            _ = try await kiosk.payment()
            for path in ["", "state", "requests", "keys", "events"] {
                let answer = try await kiosk.control("GET", path)
                #expect(answer.status == 200, "\(path)")
                #expect(!answer.text.contains("kiosk_secret"), "\(path)")
            }
        }
    }

    @Test("A misplaced secret is in no journal, whoever sends it")
    func misplacedSecrets() async throws {
        let key = APIKey(id: "8", secret: "another_secret")
        try await KioskSandbox.run(keys: [KioskProvider.key, key]) { kiosk in
            _ = try await kiosk.make(["amount": "1.00", "note": "another_secret"], key: key)
            _ = try await kiosk.signed("GET", "/payments/another_secret", [], key: key)
            for headers in [[], [("X-Note", "another_secret")]] {
                _ = try await kiosk.send(
                    "POST", "/payments?q=another_secret", ["note": "another_secret"], headers: headers)
            }
            _ = try await kiosk.make(["amount": "1.00", "note": "no secret"], key: key)
            let entries = try await kiosk.server.journal.entries
            #expect(entries.count == 5)
            for entry in entries { #expect(!entry.json.serialized().contains("another_secret")) }
            #expect(entries.map(\.request.bodyState) == [.omitted, .omitted, .omitted, .omitted, .whole])
            #expect(entries[4].json.serialized().contains("no secret"))
        }
    }

    @Test("The scenario webhook_badly_signed signs the first attempt wrongly and the retry right")
    func badlySigned() async throws {
        try await KioskSandbox.run { kiosk in
            try await kiosk.recordWebhooks()
            let made = try await kiosk.signed(
                "POST", "/payments", JSON.object(["amount": "1.00"]).utf8,
                headers: [("X-Toque-Scenario", "webhook_badly_signed")])
            let id = try #require(made.json["id"]?.stringValue)
            _ = try await kiosk.control("POST", "objects/\(id)/approve", [:])
            _ = try await kiosk.control("POST", "clock/advance", ["seconds": 61])
            let delivery = try #require(try await kiosk.deliveries().first)
            let body = try #require(delivery["body"])
            let right = Hex.encode(HMAC.sha256(key: Array(KioskProvider.key.secret.utf8), message: body.utf8))
            let signatures = delivery["attempts"]?.arrayValue?.map { $0["headers"]?[KioskProvider.signature] }
            #expect(signatures?.count == 2)
            #expect(signatures?.first != .string(right))
            #expect(signatures?.last == .string(right))
        }
    }
}
