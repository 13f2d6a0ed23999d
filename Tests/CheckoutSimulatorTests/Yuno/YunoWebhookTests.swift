import CheckoutContracts
import Sandbox
import Testing
import ToqueCrypto
import ToqueEncoding

@testable import CheckoutSimulator

@Suite("Webhooks of Yuno") struct YunoWebhookTests {
    @Test("The endpoint's token replaces the private key as the signing key")
    func token() async throws {
        let token = "whsec-0123456789"
        try await YunoSandbox.run { sandbox in
            try await sandbox.control("POST", "clock/freeze", [:])
            try await sandbox.recordWebhooks(token: token)
            _ = try await sandbox.pay(try await sandbox.session(), by: "PIX")
            try await sandbox.control("POST", "clock/advance", ["seconds": 1])
            let delivery = try #require(try await sandbox.deliveries().first)
            let attempt = try #require(delivery["attempts"]?.arrayValue?.first)
            // The first attempt's body is the stored one.
            let body = try #require(delivery["body"]).utf8
            let signature = Base64.encode(HMAC.sha256(key: Array(token.utf8), message: body))
            #expect(attempt["headers"]?["x-hmac-signature"]?.stringValue == signature)
        }
    }

    @Test("A duplicate has the same key as the original webhook")
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
