import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Synchronization
import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport

@testable import Sandbox

/// Sends webhooks to real receivers.
@Suite(.timeLimit(.minutes(2))) struct WebhookSenderTests {
    private typealias Fixture = WebhookFixture

    /// A sandbox that sends to a receiver.
    private func run(
        _ receiver: WebhookReceiver, token: String? = nil, keys: [String] = ["t"],
        provider: TestProvider = TestProvider(routes: []), _ body: (WebhookFixture) async throws -> Void
    ) async throws {
        let fixture = try await Fixture([try await receiver.start()], token: token, keys: keys, provider: provider)
        await fixture.engine.start()
        try await body(fixture)
        await fixture.engine.stop()
        await receiver.stop()
    }

    @Test("A committed webhook is posted as JSON with the bearer token")
    func postsJSONWithTheToken() async throws {
        let receiver = WebhookReceiver()
        try await run(receiver, token: "geheim-4711") { fixture in
            try await fixture.send(Fixture.webhook("1"))
            // No request polls: the commit alone wakes the sender.
            await receiver.wait(for: 1)
            _ = try await fixture.deliverDue()
            let received = try #require(receiver.received.first)
            #expect(received.text == #"{"id":"1"}"#)
            #expect(received.headers[.contentType] == "application/json")
            #expect(received.headers[.authorization] == "Bearer geheim-4711")
            let delivery = try #require(try await fixture.deliveries().first)
            #expect(delivery.state == .delivered)
            #expect(delivery.due == nil)
            #expect(delivery.attempts.map { $0["status"] } == [204])
            #expect(delivery.attempts.first?["time"] == "2026-03-01T12:00:00.000000Z")
            #expect(delivery.attempts.first?["duration_us"]?.intValue != nil)
            #expect(
                delivery.attempts.first?["headers"] == [
                    "Content-Type": "application/json", "User-Agent": "toque-sandbox", "Authorization": "***",
                ])
            #expect(!delivery.json.serialized().contains("geheim"))
        }
    }

    /// Section 10: three retries, 60 s apart; then the object's next webhook is sent.
    @Test("A webhook is tried four times, 60 seconds apart, before the object's next one")
    func triesFourTimes() async throws {
        let receiver = WebhookReceiver { Response(status: $0.id == "1" ? .internalServerError : .ok) }
        try await run(receiver) { fixture in
            try await fixture.engine.store.setClock(TenantClock(frozenAt: Fixture.start), of: "t")
            try await fixture.send(Fixture.webhook("1"), Fixture.webhook("2"))
            #expect(try await fixture.deliverDue() <= 1)
            for seconds in [60, 120] {
                let time = Fixture.start + .seconds(seconds)
                try await fixture.engine.webhooks.holding("t") {
                    try await fixture.engine.store.setClock(
                        TenantClock(frozenAt: time + .microseconds(-1)), of: "t")
                    #expect(try await fixture.deliverDue() == 0)
                    try await fixture.engine.store.setClock(TenantClock(frozenAt: time), of: "t")
                    #expect(try await fixture.deliverDue() == 1)
                }
            }
            #expect(receiver.ids == ["1", "1", "1"])
            try await fixture.engine.webhooks.holding("t") {
                try await fixture.engine.store.setClock(
                    TenantClock(frozenAt: Fixture.start + .seconds(180)), of: "t")
                // The last attempt, and the next webhook, which waited for it.
                #expect(try await fixture.deliverDue() == 2)
            }
            #expect(try await fixture.states() == ["1 failed", "2 delivered"])
            let times = try await fixture.deliveries().map { $0.attempts.map { $0["time"]?.stringValue } }
            let minutes = (0...3).map { (Fixture.start + .seconds(60 * $0)).description }
            #expect(times == [minutes, [minutes[3]]])
        }
    }

    @Test("The provider's rules decide when a webhook is retried and which answers count as delivered")
    func followsTheProvidersRules() async throws {
        let receiver = WebhookReceiver { received in
            Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: received.id == "1" ? "no" : "OK")))
        }
        let provider = TestProvider(
            routes: [],
            deliveryRules: DeliveryRules(retryDelays: [.seconds(5), .seconds(600)]) {
                $0 == 200 && $1 == Array("OK".utf8)
            })
        try await run(receiver, provider: provider) { fixture in
            try await fixture.engine.store.setClock(TenantClock(frozenAt: Fixture.start), of: "t")
            try await fixture.send(Fixture.webhook("1"), Fixture.webhook("2"))
            _ = try await fixture.deliverDue()
            let time = TenantTime(store: fixture.engine.store, tenant: "t", webhooks: fixture.engine.webhooks)
            let store = fixture.engine.store
            func deliveries(within seconds: Int) async throws -> Int {
                try await store.withLease(of: "t") { try await time.advance(by: .seconds(seconds), field: "") }
                    .deliveries
            }
            #expect(try await deliveries(within: 604) == 1)
            #expect(try await fixture.states() == ["1 pending", "2 pending"])
            #expect(try await deliveries(within: 1) == 2)
            #expect(try await fixture.states() == ["1 failed", "2 delivered"])
        }
    }

    @Test("The provider signs each attempt, and the log shows what was sent without its secrets")
    func signsEachAttempt() async throws {
        let receiver = WebhookReceiver { Response(status: $0.path == "/2" ? .ok : .badGateway) }
        let provider = TestProvider(routes: [], tenantSecrets: ["key"], secretNames: ["hidden"]) { webhook in
            let body = #"{"attempt":\#(webhook.attempt),"at":"\#(webhook.time)","hidden":1,"of":\#(webhook.body)}"#
            guard webhook.id != "3", let key = webhook.secret("key") else { throw CancellationError() }
            let text = key.bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
            return WebhookRequest(
                headers: [
                    ("Signature", Hex.encode(HMAC.sha256(key: key.bytes, message: Array(body.utf8)))), ("X-Key", text),
                    ("X-Token", "t=\(webhook.token ?? "")"), ("Hidden", "1"),
                ], body: Array(body.utf8))
        }
        try await run(receiver, token: "geheim-4711", provider: provider) { fixture in
            try await fixture.engine.store.setClock(TenantClock(frozenAt: Fixture.start), of: "t")
            try await fixture.send(Fixture.webhook("1"))
            _ = try await fixture.deliverDue()
            let time = TenantTime(store: fixture.engine.store, tenant: "t", webhooks: fixture.engine.webhooks)
            _ = try await fixture.engine.store.withLease(of: "t") {
                try await time.advance(by: .seconds(60), field: "")
            }
            let key = try #require(fixture.engine.store.secret("key", of: "t"))
            for (index, received) in receiver.received.enumerated() {
                let expected = HMAC.sha256(key: key.bytes, message: Array(received.text.utf8))
                #expect(received.headers[.init("Signature")!] == Hex.encode(expected))
                #expect(received.text.hasPrefix(#"{"attempt":\#(index + 1),"at":"2026-03-01T12:0\#(index):00"#))
            }
            let attempts = try #require(try await fixture.deliveries().first).attempts
            #expect(attempts.count == 2 && receiver.received.count == 2)
            #expect(
                attempts[1]["headers"]?["Signature"]?.stringValue == receiver.received[1].headers[.init("Signature")!])
            for name in ["X-Key", "X-Token", "Hidden"] { #expect(attempts[1]["headers"]?[name] == "***") }
            #expect(
                attempts[0]["body"]?.stringValue
                    == #"{"attempt":1,"at":"2026-03-01T12:00:00.000000Z","hidden":"***","of":{"id":"1"}}"#)
            // A signature that cannot be made is a failed attempt.
            try await fixture.send(Fixture.webhook("3", of: "p"))
            _ = try await fixture.deliverDue()
            #expect(try await fixture.deliveries().last?.attempts.first?["error"] == "the request cannot be made")
        }
    }

    @Test("A retry is sent when the clock reaches its time, without any request")
    func triesAgainAsTimePasses() async throws {
        let receiver = WebhookReceiver { _ in Response(status: .badGateway) }
        try await run(receiver) { fixture in
            try await fixture.send(Fixture.webhook("1"))
            for count in 1...4 {
                await receiver.wait(for: count)
                _ = try await fixture.deliverDue()
                fixture.clock.advance(by: .seconds(60))
            }
            _ = try await fixture.deliverDue()
            #expect(receiver.ids.count == 4)
            #expect(try await fixture.states() == ["1 failed"])
        }
    }

    @Test("A frozen clock holds its tenant's retries back until it runs again")
    func followsTheTenantsClock() async throws {
        let receiver = WebhookReceiver { Response(status: $0.id == "1" ? .badGateway : .ok) }
        try await run(receiver) { fixture in
            try await fixture.engine.store.setClock(TenantClock(frozenAt: Fixture.start), of: "t")
            try await fixture.send(Fixture.webhook("1", of: "a"))
            await receiver.wait(for: 1)
            _ = try await fixture.deliverDue()
            fixture.clock.advance(by: .seconds(3600))
            try await fixture.send(Fixture.webhook("2", of: "b"))
            _ = try await fixture.deliverDue()
            #expect(receiver.ids == ["1", "2"])
            try await fixture.engine.store.setClock(TenantClock(frozenAt: nil), of: "t")
            await receiver.wait(for: 3)
            #expect(receiver.ids == ["1", "2", "1"])
        }
    }

    @Test("A webhook waits only for the answer to the one before it of the same object")
    func keepsOrderForEachObject() async throws {
        let gate = Gate()
        let receiver = WebhookReceiver { received in
            if received.id == "a1" { await gate.pass() }
            return Response(status: .ok)
        }
        try await run(receiver) { fixture in
            try await fixture.send(Fixture.webhook("a1", of: "a"), Fixture.webhook("a2", of: "a"))
            await receiver.wait(for: 1)
            try await fixture.send(Fixture.webhook("b1", of: "b"), Fixture.webhook("b2", of: "b"))
            await receiver.wait(for: 3)
            #expect(receiver.ids == ["a1", "b1", "b2"])
            gate.open()
            await receiver.wait(for: 4)
            #expect(receiver.ids.last == "a2")
        }
    }

    @Test("A tenant has at most 16 webhooks in flight, and another tenant does not wait")
    func sendsSixteenAtOnce() async throws {
        let gate = Gate()
        let receiver = WebhookReceiver { _ in
            await gate.pass()
            return Response(status: .ok)
        }
        try await run(receiver, keys: ["t", "u"]) { fixture in
            try await fixture.engine.store.write("t") { transaction in
                for index in 0..<40 { try transaction.send(Fixture.webhook("\(index)", of: "\(index)")) }
            }
            await receiver.wait(for: 16)
            // Another tenant's webhooks are sent alongside.
            try await fixture.send(Fixture.webhook("u"), tenant: "u")
            await receiver.wait(for: 17)
            #expect(receiver.ids.last == "u")
            gate.open()
            await receiver.wait(for: 41)
            _ = try await fixture.deliverDue()
            #expect(Set(receiver.ids).count == 41)
            #expect(receiver.mostUnderWay == 17)
        }
    }

    @Test("A webhook redirect is not followed and fails the attempt")
    func doesNotFollowRedirects() async throws {
        let receiver = WebhookReceiver { _ in
            Response(status: .temporaryRedirect, headers: [.location: "/elsewhere"])
        }
        try await run(receiver) { fixture in
            try await fixture.send(Fixture.webhook("1"))
            _ = try await fixture.deliverDue()
            #expect(receiver.received.map(\.path) == ["/"])
            let delivery = try #require(try await fixture.deliveries().first)
            #expect(delivery.attempts.map { $0["status"] } == [307])
            #expect(delivery.state == .pending)
        }
    }

    @Test("A refused connection is recorded as the error of the attempt")
    func saysThatNobodyListens() async throws {
        let silence = try Silence()
        let fixture = try await Fixture([silence.url])
        silence.close()
        await fixture.engine.start()
        try await fixture.send(Fixture.webhook("1"))
        _ = try await fixture.deliverDue()
        let attempt = try #require(try await fixture.deliveries().first?.attempts.first)
        #expect(attempt["error"] == "Connection refused")
        await fixture.engine.stop()
    }

    /// No trace remains: neither on the old row nor on a later one.
    @Test("An attempt that is in flight during a reset is not recorded")
    func anAttemptAcrossAResetWritesNothing() async throws {
        let gate = Gate()
        let receiver = WebhookReceiver { received in
            if received.id == "1" { await gate.pass() }
            return Response(status: .internalServerError)
        }
        try await run(receiver) { fixture in
            try await fixture.send(Fixture.webhook("1"))
            await receiver.wait(for: 1)
            try await fixture.engine.reset("t")
            try await fixture.send(Fixture.webhook("2"))
            gate.open()
            await receiver.wait(for: 2)
            _ = try await fixture.deliverDue()
            let deliveries = try await fixture.deliveries()
            #expect(deliveries.map(\.webhook) == ["2"])
            #expect(deliveries.map(\.attempts.count) == [1])
        }
    }

    @Test("Pending webhooks are sent after a restart, and an interrupted attempt does not count")
    func sendsWhatIsLeftAfterARestart() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("toque-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = SandboxStore.Location.file(folder.appendingPathComponent("sandbox.sqlite").path)
        let gate = Gate()
        let receiver = WebhookReceiver { _ in
            await gate.pass()
            return Response(status: .ok)
        }
        let url = try await receiver.start()
        let first = try await Fixture([url], database: database)
        await first.engine.start()
        try await first.send(Fixture.webhook("1"), Fixture.webhook("2"))
        await receiver.wait(for: 1)
        // The attempt in flight is interrupted and does not count.
        await first.engine.stop()
        gate.open()
        let second = try await Fixture([url], database: database)
        await second.engine.start()
        await receiver.wait(for: 3)
        _ = try await second.deliverDue()
        #expect(receiver.ids == ["1", "1", "2"])
        #expect(try await second.states() == ["1 delivered", "2 delivered"])
        #expect(try await second.deliveries().map(\.attempts.count) == [1, 1])
        await second.engine.stop()
        await receiver.stop()
    }

    /// Counts the requests in flight, and holds them until the gate opens.
    private final class GatedTransport: WebhookTransport {
        let gate = Gate()
        let begun = AsyncStream<Void>.makeStream()
        private let counts = Mutex((now: 0, most: 0))

        var most: Int { counts.withLock { $0.most } }

        func post(_ request: WebhookRequest, to url: String) async -> DeliveryAttempt.Outcome {
            counts.withLock { counts in
                counts.now += 1
                counts.most = max(counts.most, counts.now)
            }
            begun.continuation.yield()
            await gate.pass()
            counts.withLock { $0.now -= 1 }
            return .status(200)
        }

        func shutdown() async {}
    }

    @Test("Connections of all tenants together are bounded, and every webhook is delivered")
    func boundsConnections() async throws {
        let keys = (0...16).map { "t\($0)" }
        let fixture = try await Fixture(["https://example.com"], keys: keys)
        let transport = GatedTransport()
        let sender = WebhookSender(
            store: fixture.engine.store, clock: fixture.clock, transport: transport,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        await sender.start()
        for key in keys {
            try await fixture.engine.store.write(key) { transaction in
                for index in 0..<16 { try transaction.send(Fixture.webhook("\(index)", of: "\(index)")) }
            }
        }
        var begun = transport.begun.stream.makeAsyncIterator()
        for _ in 0..<DeliveryLimits.maximumConnections { await begun.next() }
        transport.gate.open()
        for key in keys {
            _ = try await sender.deliverDue(of: key)
            #expect(try await fixture.deliveries(key).count { $0.state == .delivered } == 16)
        }
        #expect(transport.most == DeliveryLimits.maximumConnections)
        await sender.stop()
        await fixture.engine.stop()
    }

    private struct RefusedTransport: WebhookTransport {
        func post(_ request: WebhookRequest, to url: String) async -> DeliveryAttempt.Outcome { .status(502) }
        func shutdown() async {}
    }

    /// An alarm for the next attempt would keep the sender and its database until it rings.
    @Test("A sender that is stopped while it reads sets no alarm and is released")
    func whoIsStoppedWhileReadingSetsNoAlarm() async throws {
        let fixture = try await Fixture(["https://example.com"])
        let store = fixture.engine.store
        weak var stopped: WebhookSender?
        do {
            let sender = WebhookSender(
                store: store, clock: fixture.clock, transport: RefusedTransport(),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            stopped = sender
            try await fixture.send(Fixture.webhook("1"))
            #expect(try await sender.deliverDue(of: "t") == 1)
            let (begun, beginning) = AsyncStream<Void>.makeStream()
            let gate = DispatchSemaphore(value: 0)
            async let writing: Void = store.write("t") { _ in
                beginning.yield()
                gate.wait()
            }
            for await _ in begun { break }
            let reading = Task { try await sender.deliverDue(of: "t") }
            #expect(await eventually { store.storage.waitingCount > 0 })
            await sender.stop()
            gate.signal()
            try await writing
            #expect(try await reading.value == 0)
        }
        #expect(await eventually { stopped == nil })
        await fixture.engine.stop()
    }
}
