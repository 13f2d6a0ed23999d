import SandboxKit
import Testing
import ToqueEncoding

@testable import Sandbox

/// Objects that follow a state table, of a provider without payments.
@Suite struct ObjectProcessTests {
    private let clock = ManualClock(now: Timestamp(microseconds: 1_772_366_400_000_000))
    private let process = LampProcess()

    private func store() throws -> SandboxStore {
        try SandboxStore(.memory, clock: clock) { [process] timer, transaction in
            let isOfLamp = try process.fire(timer, transaction)
            #expect(isOfLamp)
        }
    }

    /// Makes a lamp with a scenario.
    private func make(_ scenario: String, _ store: SandboxStore) async throws {
        try await store.write("t") { [process] transaction in
            var lamp = Lamp(id: "a", color: "red", scenario: LampScenario.Choice(name: scenario, source: .header))
            try process.begin(&lamp, details: ["color": "red"], transaction)
        }
    }

    private func state(_ store: SandboxStore) async throws -> Lamp.State? {
        try await store.read("t") { try Lamp.find("a", $0)?.state }
    }

    private func events(_ store: SandboxStore) async throws -> [SandboxEvent] {
        try await store.read("t") { try $0.events(after: 0, limit: 100) }
    }

    @Test("A step happens and a clock expires, each at its time")
    func time() async throws {
        let store = try store()
        try await make("success", store)
        #expect(try await state(store) == .off)
        clock.advance(by: .seconds(1))
        #expect(try await state(store) == .on)
        clock.advance(by: .seconds(3599))
        #expect(try await state(store) == .on)
        clock.advance(by: .seconds(1))
        #expect(try await state(store) == .burnt)
    }

    @Test("Every change has an event")
    func log() async throws {
        let store = try store()
        try await make("success", store)
        clock.advance(by: .seconds(1))
        let events = try await events(store)
        #expect(events.map(\.type) == ["lamp.created", "lamp.on"])
        let scenario: JSON = ["name": "success", "source": "header"]
        #expect(
            events.first?.data == [
                "from": .null, "to": "off", "event": .null, "status": "off", "reason": .null, "message": .null,
                "scenario": scenario, "color": "red",
            ])
        #expect(
            events.dropFirst().first?.data == [
                "from": "off", "to": "on", "event": "warmed_up", "status": "on", "reason": .null, "message": .null,
                "scenario": scenario,
            ])
    }

    @Test(
        "A scenario decides about the step and its time",
        arguments: [("lamp.dud", 0, Lamp.State.burnt), ("lamp.slow", 60, .on), ("lamp.dead", 86_400, .off)])
    func scenario(name: String, seconds: Int, state: Lamp.State) async throws {
        let store = try store()
        try await make(name, store)
        if seconds > 0 {
            clock.advance(by: .seconds(seconds - 1))
            #expect(try await self.state(store) == .off)
            clock.advance(by: .seconds(1))
        }
        #expect(try await self.state(store) == state)
    }

    @Test("Another scenario changes the next step")
    func otherScenario() async throws {
        let store = try store()
        try await make("lamp.dead", store)
        try await store.write("t") { [process] transaction in
            try transaction.setScenario("success", of: "a")
            #expect(try process.scenarioChanged(of: "a", transaction))
            #expect(try !process.scenarioChanged(of: "b", transaction))
        }
        clock.advance(by: .seconds(1))
        #expect(try await state(store) == .on)
    }

    @Test("A transition that the table lacks is refused and changes nothing")
    func illegalEvent() async throws {
        let store = try store()
        try await make("lamp.dead", store)
        let error = await #expect(throws: SandboxError.self) {
            try await store.write("t") { [process] transaction in
                var lamp = try #require(try Lamp.find("a", transaction))
                let happened = try process.apply(.broken, to: &lamp, transaction)
                #expect(!happened)
                try process.require(.broken, to: &lamp, transaction)
            }
        }
        #expect(error?.message == "broken is not possible: the lamp is off.")
        #expect(try await events(store).count == 1)
    }

    @Test("A reason has the table's sentence or the event's own")
    func sentences() {
        let transition = Transition<Lamp.State, String>.to(.burnt, because: "broken", "Somebody broke it.")
        #expect(transition.message(nil) == "Somebody broke it.")
        #expect(transition.message("The cat broke it.") == "The cat broke it.")
        let harmless = Transition<Lamp.State, String>.to(.on)
        #expect(harmless.reason == nil && harmless.message("It is warm.") == nil)
    }

    // MARK: Scenarios

    @Test("Of several scenarios, the strongest one that applies is used")
    func choice() async throws {
        let store = try store()
        let rules = ScenarioRules<LampScenario>(fallback: "lamp.slow")
        func choose(_ header: String?, _ color: String?) async throws -> JSON {
            try await store.write("t") { transaction in
                try rules.admit(.lamp, header: header, others: [(color, .color)], transaction)?.json ?? .null
            }
        }
        #expect(try await choose("lamp.dud", "lamp.dead") == ["name": "lamp.dud", "source": "header"])
        #expect(try await choose("unknown", "lamp.dead") == ["name": "lamp.dead", "source": "color"])
        #expect(try await choose(nil, nil) == ["name": "lamp.slow", "source": "default"])
    }

    @Test("A scenario refuses as many creating requests as its argument says, then admits one")
    func refusedCreation() async throws {
        let store = try store()
        let rules = ScenarioRules<LampScenario>(fallback: nil)
        for isAdmitted in [false, false, true, false, false, true] {
            try await store.write("t") { transaction in
                let choice = try rules.admit(.lamp, header: "unavailable:2", others: [], transaction)
                #expect((choice != nil) == isAdmitted)
            }
        }
    }

    @Test("A scenario refuses as many requests about an object as its argument says")
    func refusedRequests() async throws {
        let store = try store()
        try await make("unavailable:2", store)
        for isAdmitted in [false, false, true, true] {
            try await store.write("t") { transaction in
                var lamp = try #require(try Lamp.find("a", transaction))
                let scenario = try lamp.admitRequest(transaction)
                #expect((scenario != nil) == isAdmitted)
            }
        }
    }

    @Test("A state file's object is checked by the model of its kind")
    func check() throws {
        let models: [any StoredModel.Type] = [Lamp.self]
        let lamp = Lamp(id: "a", color: "red", scenario: LampScenario.Choice(name: "success", source: .default))
        func problem(_ kind: String, _ id: String, _ body: JSON) -> String? {
            let error = #expect(throws: JSONMemberError.self) {
                try models.check(JSONReader(["kind": .string(kind), "id": .string(id), "body": body]))
            }
            return error?.path
        }
        try models.check(JSONReader(["kind": "lamp", "id": "a", "body": lamp.json]))
        #expect(problem("candle", "a", lamp.json) == "kind")
        #expect(problem("lamp", "b", lamp.json) == "id")
        #expect(problem("lamp", "a", [:]) == "body.id")
    }
}
