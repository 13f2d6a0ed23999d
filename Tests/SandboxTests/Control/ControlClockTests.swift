import Hummingbird
import Synchronization
import Testing
import ToqueEncoding

@testable import Sandbox

@Suite struct ControlClockTests {
    private func clock(_ now: String, frozen: Bool, next: String?) -> JSON {
        [
            "now": .string("2026-03-01T\(now)Z"), "frozen": .bool(frozen),
            "next": .text(next.map { "2026-03-01T\($0)Z" }),
        ]
    }

    @Test("A frozen clock continues from its time")
    func standsStillAndRunsOnWithoutAJump() async throws {
        try await LampSandbox.run { sandbox throws in
            _ = try await sandbox.lamp()
            let running = clock("12:00:00.000000", frozen: false, next: "12:00:10.000000")
            #expect(try await sandbox.control("GET", "clock").json == running)
            sandbox.clock.advance(by: .seconds(4))
            let frozen = clock("12:00:04.000000", frozen: true, next: "12:00:10.000000")
            #expect(try await sandbox.control("POST", "clock/freeze").json == frozen)
            sandbox.clock.advance(by: .seconds(1000))
            #expect(try await sandbox.control("GET", "clock").json == frozen)
            #expect(try await sandbox.control("POST", "clock/freeze").json == frozen)
            let running4 = clock("12:00:04.000000", frozen: false, next: "12:00:10.000000")
            #expect(try await sandbox.control("POST", "clock/run").json == running4)
            #expect(try await sandbox.control("POST", "clock/run").json == running4)
            sandbox.clock.advance(by: .seconds(5))
            #expect(try await sandbox.events() == ["lamp.created"])
            sandbox.clock.advance(by: .seconds(1))
            #expect(try await sandbox.events() == ["lamp.created", "lamp.on"])
            // The other tenants' clocks are unchanged.
            let other = clock("12:16:50.000000", frozen: false, next: nil)
            #expect(try await sandbox.control("GET", "clock?tenant=b").json == other)
        }
    }

    @Test("Everything that falls due has happened when the advance of a clock is answered")
    func whatFallsDueHasHappenedWhenItAnswers() async throws {
        try await LampSandbox.run { sandbox throws in
            let red = try await sandbox.lamp()
            let blue = try await sandbox.lamp("blue", key: "b")
            let passed = try await sandbox.control(
                "POST", "clock/advance", ["seconds": .number(try #require(JSONNumber(3609.5)))])
            let now = JSON.string("2026-03-01T13:00:09.500000Z")
            #expect(passed.json == ["now": now, "timers": 1, "deliveries": 0])
            #expect(try await sandbox.status(red) == "on")
            let rest = try await sandbox.control("POST", "clock/advance", ["to": "2026-03-01T10:00:10.5-03:00"])
            #expect(rest["timers"] == 1)
            #expect(try await sandbox.status(red) == "burnt")
            #expect(try await sandbox.status(blue, key: "b") == "off")
            // Each fired at its own time, and the clock runs on from its new time.
            let times = try await sandbox.control("GET", "events")["events"].arrayValue?.map { $0["time"]?.stringValue }
            #expect(times?.last == "2026-03-01T13:00:10.000000Z")
            sandbox.clock.advance(by: .seconds(1))
            let after = clock("13:00:11.500000", frozen: false, next: nil)
            #expect(try await sandbox.control("GET", "clock").json == after)
        }
    }

    /// Timers and attempts share one order, timers first at the same instant; a refused webhook is retried.
    @Test("An advance runs timers and delivery attempts in the order of their times")
    func movesThroughTimersAndAttemptsInOrder() async throws {
        let trail = Mutex<[String]>([])
        let receiver = WebhookReceiver { received in
            trail.withLock { $0.append(String(received.id.prefix { $0 != "-" })) }
            return Response(status: received.id.hasPrefix("created") ? .internalServerError : .noContent)
        }
        let url = try await receiver.start() + "/hooks"
        try await LampSandbox.run {
            $0.frozenAt = LampSandbox.start
        } _: { sandbox throws in
            #expect(try await sandbox.control("POST", "webhooks", ["url": .string(url)]).status == 201)
            let id = try await sandbox.lamp()
            // The first attempt begins at once, whether or not a caller waits for it.
            #expect(try await sandbox.control("POST", "clock/advance", ["seconds": 0]).status == 200)
            #expect(trail.withLock { $0 } == ["created"])
            let passed = try await sandbox.control("POST", "clock/advance", ["seconds": 60])
            #expect(passed.json == ["now": "2026-03-01T12:01:00.000000Z", "timers": 1, "deliveries": 1])
            // One object's webhooks go one by one: those behind a refused webhook wait.
            #expect(trail.withLock { $0 } == ["created", "created"])
            let frozen = clock("12:01:00.000000", frozen: true, next: "12:02:00.000000")
            #expect(try await sandbox.control("GET", "clock").json == frozen)

            let rest = try await sandbox.control("POST", "clock/advance", ["seconds": 3600])
            #expect(rest["deliveries"] == 4)
            #expect(rest["timers"] == 1)
            #expect(trail.withLock { $0 } == ["created", "created", "created", "created", "on", "burnt"])
            let deliveries = try await sandbox.control("GET", "deliveries?object=\(id)")["deliveries"].arrayValue ?? []
            #expect(deliveries.map { $0["state"] } == ["failed", "delivered", "delivered"])
            let attempts = deliveries.map { delivery in
                (delivery["attempts"]?.arrayValue ?? []).map { $0["time"]?.stringValue?.suffix(16).prefix(8) }
            }
            #expect(
                attempts == [
                    ["12:00:00", "12:01:00", "12:02:00", "12:03:00"], ["12:03:00"], ["13:00:10"],
                ])
        }
        await receiver.stop()
    }

    @Test("An advance of the clock waits for the changes that receivers make on webhooks")
    func waitsForWhatWebhooksBringAbout() async throws {
        let sandboxes = Mutex<LampSandbox?>(nil)
        let receiver = WebhookReceiver { received in
            if received.id.hasPrefix("on"), let sandbox = sandboxes.withLock({ $0 }) {
                _ = try await sandbox.lamp("next")
            }
            return Response(status: .noContent)
        }
        let url = try await receiver.start() + "/hooks"
        try await LampSandbox.run {
            $0.frozenAt = LampSandbox.start
            $0.webhooks = [url]
        } _: { sandbox throws in
            sandboxes.withLock { $0 = sandbox }
            _ = try await sandbox.lamp()
            let passed = try await sandbox.control("POST", "clock/advance", ["seconds": 20])
            #expect(passed["timers"] == 2)
            // The second lamp's webhook made a third lamp.
            let events = ["lamp.created", "lamp.on", "lamp.created", "lamp.on", "lamp.created"]
            #expect(try await sandbox.events() == events)
            sandboxes.withLock { $0 = nil }
        }
        await receiver.stop()
    }

    @Test("The clock freezes at any instant in range that is not before the last event")
    func freezesAtAnInstant() async throws {
        try await LampSandbox.run { sandbox throws in
            func freeze(_ at: String) async throws -> LampSandbox.Answer {
                try await sandbox.control("POST", "clock/freeze", ["at": .string(at)])
            }
            // An earlier instant is allowed while nothing has happened.
            #expect(try await freeze("2020-01-01T00:00:00Z")["now"] == "2020-01-01T00:00:00.000000Z")
            let id = try await sandbox.lamp()
            #expect(try await freeze("2020-01-01T00:00:10Z")["frozen"] == true)
            #expect(try await sandbox.status(id) == "on")
            #expect(try await freeze("2020-01-01T00:00:09Z").refusal == "400 invalid at")
            #expect(try await sandbox.control("GET", "clock")["now"] == "2020-01-01T00:00:10.000000Z")
            #expect(try await sandbox.control("POST", "reset").status == 204)
            #expect(try await freeze("2019-01-01T00:00:00Z").status == 200)
            for instant in ["1969-12-31T23:59:59Z", "9999-12-31T23:59:59Z", "2029-01-02T00:00:00Z"] {
                #expect(try await freeze(instant).refusal == "400 invalid at")
            }
        }
    }

    /// A running clock has moved on by the next read.
    @Test("A running clock can be advanced by zero seconds")
    func movesARunningClockByNothing() async throws {
        try await LampSandbox.run {
            $0.clock = WallClock()
        } _: { sandbox throws in
            #expect(try await sandbox.control("POST", "clock/advance", ["seconds": 0]).status == 200)
        }
    }

    @Test("A refused freeze leaves the clock running")
    func aRefusalLeavesTheClockAsItWas() async throws {
        try await LampSandbox.run { sandbox throws in
            _ = try await sandbox.lamp()
            for instant in ["2026-03-01T11:59:59Z", "2037-01-01T00:00:00Z", "9999-12-31T23:59:59Z"] {
                let answer = try await sandbox.control("POST", "clock/freeze", ["at": .string(instant)])
                #expect(answer.refusal == "400 invalid at")
                #expect(try await sandbox.control("GET", "clock")["frozen"] == false)
            }
        }
    }

    /// A clock cannot start at a time that it could not be moved to: longer years cannot be read back.
    @Test(
        "A sandbox does not start with a clock frozen outside the range of instants",
        arguments: ["0000-01-01T00:00:00Z", "9999-12-31T00:00:00Z"])
    func beginsWithinTheCalendar(instant: String) async throws {
        let error = await #expect(throws: SandboxConfigurationError.self) {
            try await LampSandbox.run(configure: { $0.frozenAt = Timestamp(instant) }) { _ in }
        }
        #expect(error?.description.contains("from 1970-01-01T00:00:00.000000Z to 9987-") == true)
    }

    @Test("Each tenant's clock survives a restart")
    func isKeptOverARestart() async throws {
        let file = try SandboxFile()
        let clock = ManualClock(now: LampSandbox.start)
        func configure(_ configuration: inout SandboxConfiguration) { configuration.database = file.location }
        try await LampSandbox.run(clock: clock, configure: configure) { sandbox throws in
            #expect(try await sandbox.control("POST", "clock/advance", ["seconds": 5]).status == 200)
            #expect(try await sandbox.control("POST", "clock/freeze?tenant=b").status == 200)
        }
        clock.advance(by: .seconds(60))
        try await LampSandbox.run(clock: clock, configure: configure) { sandbox throws in
            let first = self.clock("12:01:05.000000", frozen: false, next: nil)
            #expect(try await sandbox.control("GET", "clock").json == first)
            let second = self.clock("12:00:00.000000", frozen: true, next: nil)
            #expect(try await sandbox.control("GET", "clock?tenant=b").json == second)
        }
    }

    /// A timer that sets itself again never ends.
    @Test("An advance stops after the maximum number of steps and can be continued")
    func endsAfterSoManySteps() async throws {
        try await LampSandbox.run {
            $0.frozenAt = LampSandbox.start
        } _: { sandbox throws in
            for _ in 0..<5 {
                _ = try await sandbox.lamp()
                #expect(try await sandbox.control("POST", "clock/advance", ["seconds": 1]).status == 200)
            }
            let engine = sandbox.engine
            var time = TenantTime(store: engine.store, tenant: "a", webhooks: engine.webhooks)
            time.maximumSteps = 7
            let end = LampSandbox.start + .seconds(100)
            func advance() async throws -> TenantTime.Passed {
                try await engine.store.withLease(of: "a") { [time] in try await time.advance(to: end, field: "to") }
            }
            let error = try await #require(throws: SandboxError.self) { try await advance() }
            #expect(error.code == "too_much_due")
            #expect(error.field == "to")
            let now = engine.store.now(of: "a")
            #expect(now < end)
            #expect(error.message.contains(now.description))
            // Fired timers stay fired, and the next advance continues from there.
            #expect(try await advance().timers > 0)
            #expect(engine.store.now(of: "a") == end)
            #expect(try await sandbox.events().filter { $0 == "lamp.on" }.count == 5)
        }
    }

    @Test("Answers announce a frozen clock to its own tenant only")
    func tellsThatTheClockIsFrozen() async throws {
        try await LampSandbox.run { sandbox throws in
            func clock(_ key: String) async throws -> String? {
                try await sandbox.api("GET", "lamps", key: key).headers["x-toque-clock"]
            }
            #expect(try await clock("a") == nil)
            #expect(try await sandbox.control("POST", "clock/freeze").status == 200)
            #expect(try await clock("a") == "frozen")
            #expect(try await clock("b") == nil)
            #expect(try await sandbox.control("POST", "clock/advance", ["seconds": 1]).status == 200)
            #expect(try await clock("a") == "frozen")
            #expect(try await sandbox.control("POST", "clock/run").status == 200)
            #expect(try await clock("a") == nil)
        }
    }
}
