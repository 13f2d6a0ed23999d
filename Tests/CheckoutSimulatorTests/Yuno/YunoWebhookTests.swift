import CheckoutContracts
import Sandbox
import Testing
import ToqueCrypto
import ToqueEncoding

@testable import CheckoutSimulator

@Suite("Webhooks of Yuno") struct YunoWebhookTests {
    /// The signature and the body of each attempt, as they went out.
    private static func attempts(_ delivery: JSON) throws -> [(signature: String, body: String, time: Timestamp)] {
        try (delivery["attempts"]?.arrayValue ?? []).map { attempt in
            let body = attempt["body"] ?? .null
            let text = body.stringValue ?? body.serialized()
            return (
                try #require(attempt["headers"]?["x-hmac-signature"]?.stringValue),
                attempt["body"] == nil ? (delivery["body"]?.serialized() ?? "") : text,
                try #require(attempt["time"]?.stringValue.flatMap(Timestamp.init))
            )
        }
    }

    private static func signature(_ body: String, key: String) -> String {
        Base64.encode(HMAC.sha256(key: Array(key.utf8), message: Array(body.utf8)))
    }

    @Test("A webhook is tried seven times within 96 hours, each with its own retry and signature")
    func schedule() async throws {
        let key = "whsec-0123456789"
        try await YunoSandbox.run { sandbox in
            let frozen = try await sandbox.control("POST", "clock/freeze", [:])
            #expect(frozen.status == 200)
            let added = try await sandbox.control(
                "POST", "webhooks", ["url": "http://127.0.0.1:9/", "token": .string(key)])
            #expect(added.status == 201)
            _ = try await sandbox.pay(try await sandbox.session(), by: "CARD", token: "tok_success")
            _ = try await sandbox.control("POST", "clock/advance", ["seconds": .int(100 * 3600)])
            let deliveries = try await sandbox.deliveries()
            #expect(deliveries.map { $0["state"] } == ["failed", "pending"])
            let attempts = try Self.attempts(deliveries[0])
            let first = try #require(attempts.first?.time)
            let times: [Int64] = attempts.map { ($0.time - first).components.seconds }
            #expect(times == [0, 300, 3000, 21_600, 86_400, 172_800, 345_600])
            for (index, attempt) in attempts.enumerated() {
                let body = try JSON(parsing: attempt.body)
                #expect(body["retry"]?.intValue == index)
                #expect(attempt.signature == Self.signature(attempt.body, key: key))
            }
            #expect(Set(attempts.map(\.signature)).count == 7)
            let keys = Set(try attempts.map { try YunoWebhook(json: JSON(parsing: $0.body)).deduplicationKey })
            #expect(keys.count == 1)
        }
    }

    @Test("A scenario has the first attempt badly signed, and the retry right")
    func badlySigned() async throws {
        let key = "whsec-0123456789"
        try await YunoSandbox.run { sandbox in
            _ = try await sandbox.control("POST", "clock/freeze", [:])
            _ = try await sandbox.control("POST", "webhooks", ["url": "http://127.0.0.1:9/", "token": .string(key)])
            let session = try await sandbox.session(scenario: "webhook_badly_signed")
            #expect(try await sandbox.pay(session, by: "PIX").status == 201)
            _ = try await sandbox.control("POST", "clock/advance", ["seconds": 400])
            let attempts = try Self.attempts(try #require(try await sandbox.deliveries().first))
            #expect(attempts.count == 2)
            #expect(attempts.map { $0.signature == Self.signature($0.body, key: key) } == [false, true])
        }
    }

    @Test("Without a token the private key signs")
    func privateKey() async throws {
        let key = APIKey(id: "shop-1", secret: "private-0123456789")
        try await YunoSandbox.run(keys: [key]) { sandbox in
            _ = try await sandbox.control("POST", "clock/freeze", [:])
            try await sandbox.recordWebhooks()
            let made = try await sandbox.merchant("POST", "/v1/checkout/sessions", YunoSandbox.sessionBody(), key: key)
            let session = try #require(made.json["checkout_session"]?.stringValue)
            _ = try await sandbox.device(
                "POST", session, "", ["payment_method": ["type": "PIX"], "country_code": "BR"], publicKey: key.id)
            _ = try await sandbox.control("POST", "clock/advance", ["seconds": 1])
            let attempt = try #require(try Self.attempts(try await sandbox.deliveries()[0]).first)
            #expect(attempt.signature == Self.signature(attempt.body, key: key.secret))
        }
    }

    @Test("A duplicate has the key of the webhook that it repeats")
    func duplicates() async throws {
        try await YunoSandbox.run { sandbox in
            try await sandbox.recordWebhooks()
            let session = try await sandbox.session(scenario: "duplicate_webhooks")
            _ = try await sandbox.pay(session, by: "CARD")
            let keys = try await sandbox.webhooks().map(\.deduplicationKey)
            #expect(keys.count == 4)
            #expect(keys[0] == keys[1] && keys[2] == keys[3] && keys[0] != keys[2])
        }
    }
}
