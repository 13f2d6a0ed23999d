import Foundation
import Testing
import ToqueEncoding

@testable import Sandbox

@Suite struct WebhookEndpointTests {
    private typealias Fixture = WebhookFixture

    @Test("An unusable webhook URL is reported with how to fix it")
    func saysWhatIsWrongWithAURL() {
        #expect(WebhookURL.problem("https://example.com/hook") == nil)
        for (url, mending) in [
            ("http://example.com", "Expected https; "), ("https://example.com/#a", "leave out"),
            ("https://user@example.com", "as the token"),
        ] {
            #expect(WebhookURL.problem(url)?.contains(mending) == true, "\(url)")
        }
    }

    @Test("Removing a webhook endpoint takes it off the lists and fails its pending deliveries")
    func addsListsAndRemoves() async throws {
        let fixture = try await Fixture(keys: ["t", "u"])
        let store = fixture.engine.store
        let own = try await store.write("t") {
            try $0.addWebhookEndpoint(url: "https://a.example", token: "secret", allTenants: false)
        }
        let shared = try await store.write("t") {
            try $0.addWebhookEndpoint(url: "https://b.example", token: nil, allTenants: true)
        }
        #expect(
            own.json == [
                "id": "1", "url": "https://a.example", "all_tenants": false, "configured": false, "has_token": true,
            ])
        #expect(try await store.read("t") { try $0.webhookEndpoints() } == [own, shared])
        #expect(try await store.read("u") { try $0.webhookEndpoints() } == [shared])
        try await fixture.send(Fixture.webhook("1"), tenant: "u")
        try await fixture.send(Fixture.webhook("2"))
        #expect(try await fixture.deliveries("u").map(\.url) == ["https://b.example"])
        let error = await #expect(throws: SandboxError.self) {
            try await store.write("u") { try $0.removeWebhookEndpoint("1") }
        }
        #expect(error?.status == 404)
        try await store.write("u") { try $0.removeWebhookEndpoint("2") }
        // Deliveries to the removed endpoint have failed with the reason; the others are unchanged.
        #expect(try await fixture.states("u") == ["1 failed"])
        #expect(try await fixture.states() == ["2 pending", "2 failed"])
        let attempt = try #require(try await fixture.deliveries("u").first?.attempts.first)
        #expect(attempt["error"]?.stringValue?.contains("removed") == true)
        let replay = await #expect(throws: SandboxError.self) {
            try await store.write("u") { try $0.replayDelivery("1") }
        }
        #expect(replay?.status == 400)
        await fixture.engine.stop()
    }

    @Test("An endpoint with an unusable URL or token, or beyond the limit, is refused")
    func refusesWhatCannotBeUsed() async throws {
        let fixture = try await Fixture()
        func field(_ url: String, _ token: String?) async -> String? {
            await #expect(throws: SandboxError.self) {
                try await fixture.engine.store.write("t") {
                    try $0.addWebhookEndpoint(url: url, token: token, allTenants: false)
                }
            }?.field
        }
        #expect(await field("http://example.com", nil) == "url")
        #expect(await field("https://example.com", "a b") == "token")
        #expect(await field("https://example.com", "") == "token")
        #expect(await field("https://example.com", "a\r\nX: y") == "token")
        for _ in 0..<DeliveryLimits.maximumEndpoints {
            _ = try await fixture.engine.store.write("t") {
                try $0.addWebhookEndpoint(url: "https://example.com", token: nil, allTenants: false)
            }
        }
        #expect(await field("https://example.com", nil) == "url")
        await fixture.engine.stop()
    }

    /// A restart with other URLs: endpoints that are no longer configured are removed, the others keep their
    /// deliveries.
    @Test("A restart drops endpoints that are no longer configured and keeps the others")
    func followsTheConfiguration() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("toque-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = SandboxStore.Location.file(folder.appendingPathComponent("sandbox.sqlite").path)
        let first = try await Fixture(["https://a.example", "https://b.example"], token: "1", database: database)
        _ = try await first.engine.store.write("t") {
            try $0.addWebhookEndpoint(url: "https://c.example", token: "own", allTenants: false)
        }
        try await first.send(Fixture.webhook("1"))
        await first.engine.stop()
        let second = try await Fixture(
            ["https://b.example", "https://d.example", "https://d.example"], token: "2", database: database)
        let endpoints = try await second.engine.store.read("t") { try $0.webhookEndpoints() }
        #expect(endpoints.map(\.url) == ["https://b.example", "https://c.example", "https://d.example"])
        #expect(endpoints.map(\.isConfigured) == [true, false, true])
        #expect(try await second.states() == ["1 failed", "1 pending", "1 pending"])
        let tokens = try await second.engine.store.read("t") { transaction in
            try transaction.dueDeliveries(at: transaction.now, limit: 9).map(\.token)
        }
        #expect(tokens == ["2", "own"])
        await second.engine.stop()
    }

    @Test(
        "The engine does not start with an unusable webhook URL or token",
        arguments: [("http://example.com", nil), ("https://example.com", "a b")] as [(String, String?)])
    func doesNotStartWithWhatCannotBeUsed(_ url: String, _ token: String?) async throws {
        await #expect(throws: SandboxConfigurationError.self) { try await Fixture([url], token: token) }
    }

    @Test("A webhook endpoint survives a reset and is removed with its tenant")
    func outlastsAResetButNotItsTenant() async throws {
        let fixture = try await Fixture(keys: ["t", "u"])
        for tenant in ["t", "u"] {
            _ = try await fixture.engine.store.write(tenant) {
                try $0.addWebhookEndpoint(url: "https://\(tenant).example", token: nil, allTenants: false)
            }
            try await fixture.send(Fixture.webhook("1"), tenant: tenant)
        }
        try await fixture.engine.reset("t")
        #expect(try await fixture.deliveries().isEmpty)
        #expect(try await fixture.states("u") == ["1 pending"])
        #expect(try await fixture.engine.store.read("t") { try $0.webhookEndpoints() }.count == 1)
        try await fixture.engine.store.remove("t")
        #expect(try await fixture.engine.store.read("t") { try $0.webhookEndpoints() }.isEmpty)
        #expect(try await fixture.engine.store.read("u") { try $0.webhookEndpoints() }.count == 1)
        await fixture.engine.stop()
    }
}
