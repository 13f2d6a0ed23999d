import Hummingbird
import Testing
import ToqueEncoding

@testable import Sandbox

@Suite struct ControlStateTests {
    /// Fills a tenant with one of everything.
    private func fill(_ sandbox: LampSandbox) async throws {
        let webhook = try await sandbox.control("POST", "webhooks", ["url": "http://127.0.0.1:1/closed"])
        #expect(webhook.status == 201)
        let first = try await sandbox.lamp()
        _ = try await sandbox.lamp("blue")
        #expect(try await sandbox.api("POST", "codes/code-\(first)")["used"] == true)
        let chosen = try await sandbox.control("PUT", "scenario", ["scenario": "lamp.dud", "object": .string(first)])
        #expect(chosen.status == 200)
        #expect(try await sandbox.control("PUT", "scenario", ["scenario": "unavailable:3"]).status == 200)
        #expect(try await sandbox.control("POST", "clock/advance", ["seconds": 70]).status == 200)
    }

    private func state(_ sandbox: LampSandbox, _ tenant: String = "a") async throws -> JSON {
        let state = try await sandbox.control("GET", "state?tenant=\(tenant)")
        #expect(state.status == 200)
        return state.json
    }

    /// The tenant as its clients see it, without the database's own numbers.
    private func view(_ sandbox: LampSandbox) async throws -> [JSON] {
        var view: [JSON] = []
        for path in ["lamps"] { view.append(try await sandbox.api("GET", path).json) }
        for path in ["clock", "scenarios", "events", "ceremonies", "deliveries"] {
            view.append(Self.withoutCursors(try await sandbox.control("GET", path).json))
        }
        // IDs continue as they would have, and codes keep their state.
        let created = try await sandbox.api("POST", "lamps", ["color": "green"]).json
        view.append(created)
        let lamps = view[0]["lamps"]?.arrayValue ?? []
        for id in lamps.compactMap({ $0["id"]?.stringValue }) {
            view.append(try await sandbox.api("POST", "codes/code-\(id)").json)
        }
        let passed = try await sandbox.control("POST", "clock/advance", ["seconds": 7200])
        view.append(passed.json)
        view.append(try await sandbox.api("GET", "lamps").json)
        return view
    }

    private static func withoutCursors(_ json: JSON) -> JSON {
        switch json {
        case .object(var members):
            // A delivery's ID is its cursor; its endpoint and its attempts' durations belong to the sandbox that sent
            // it.
            for name in ["cursor", "duration_us", "endpoint"] { members[name] = nil }
            if members["webhook"] != nil { members["id"] = nil }
            if members["next"]?.intValue != nil { members["next"] = nil }
            for (name, value) in members { members[name] = withoutCursors(value) }
            return .object(members)
        case .array(let elements): return .array(elements.map(withoutCursors))
        default: return json
        }
    }

    @Test("A sandbox that loads a state answers like the one that saved it", arguments: [nil, LampSandbox.start])
    func givesTheSameAnswersWhenLoaded(frozenAt: Timestamp?) async throws {
        var saved = JSON.null
        var seen: [JSON] = []
        try await LampSandbox.run {
            $0.frozenAt = frozenAt
        } _: { sandbox throws in
            try await fill(sandbox)
            saved = try await state(sandbox)
            seen = try await view(sandbox)
        }
        let file = try SandboxFile()
        let clock = ManualClock(now: LampSandbox.start + .seconds(1_000_000))
        try await LampSandbox.run(clock: clock) {
            $0.database = file.location
        } _: { sandbox throws in
            _ = try await sandbox.lamp("to be replaced")
            let webhook = try await sandbox.control(
                "POST", "webhooks", ["url": "http://127.0.0.1:1/closed", "all_tenants": true])
            #expect(webhook.status == 201)
            #expect(try await sandbox.control("PUT", "state", saved).status == 204)
            #expect(try await state(sandbox) == saved)
            #expect(try await sandbox.control("GET", "requests")["requests"] == [])
            // Two tenants may have the same value.
            #expect(try await sandbox.control("PUT", "state?tenant=b", saved).status == 204)
            #expect(try await state(sandbox, "b") == saved)
            #expect(try await view(sandbox) == seen)
        }
    }

    @Test("A saved state contains no webhook token, one-time value, or key hash")
    func holdsNoSecretOfTheSandboxs() async throws {
        try await LampSandbox.run { sandbox throws in
            _ = try await sandbox.control(
                "POST", "webhooks", ["url": "http://127.0.0.1:1/closed", "token": "token-4711"])
            let id = try await sandbox.lamp()
            let text = try await state(sandbox).serialized()
            #expect(!text.contains("4711"))
            #expect(!text.contains("code-\(id)"))
            #expect(!text.contains("key_hash"))
        }
    }

    @Test("Pending deliveries of a loaded state fail if their endpoint does not exist")
    func leavesOutWebhooksOfOtherPlaces() async throws {
        try await LampSandbox.run { sandbox throws in
            try await fill(sandbox)
            let saved = try await state(sandbox)
            #expect(try await sandbox.control("PUT", "state?tenant=b", saved).status == 204)
            let deliveries = try await sandbox.control("GET", "deliveries?tenant=b")["deliveries"].arrayValue ?? []
            #expect(!deliveries.isEmpty)
            #expect(deliveries.allSatisfy { $0["state"] == "failed" && $0["due"] == .null })
        }
    }

    /// Otherwise a crafted file could make the sandbox send a delivered webhook for ever.
    @Test("A loaded delivery that is not pending is never due")
    func sendsNothingThatIsNotPending() async throws {
        try await LampSandbox.run {
            $0.frozenAt = LampSandbox.start
        } _: { sandbox throws in
            try await fill(sandbox)
            let saved = try await state(sandbox)
            #expect(saved["deliveries"]?.arrayValue?.first?["state"] == "pending")
            let taken = changed(saved, ["deliveries", "0", "state"], to: "delivered")
            let due = changed(taken, ["deliveries", "0", "due"], to: "2026-03-01T12:00:00Z")
            #expect(try await sandbox.control("PUT", "state", due).status == 204)
            let loaded = try await sandbox.control("GET", "deliveries")["deliveries"].arrayValue?.first
            #expect(loaded?["state"] == "delivered")
            #expect(loaded?["due"] == .null)
        }
    }

    /// A sandbox can load every state that it saves, whatever its size.
    @Test("A state of more than 2 MiB is saved and loaded")
    func loadsLargeFiles() async throws {
        try await LampSandbox.run { sandbox throws in
            _ = try await sandbox.lamp()
            let value = String(repeating: "a", count: 2 << 20)
            let large = changed(try await state(sandbox), ["settings", "0", "value"], to: .string(value))
            #expect(try await sandbox.control("PUT", "state", large).status == 204)
            #expect(try await sandbox.control("GET", "state").text.utf8.count > 2 << 20)
        }
    }

    private func changed(_ state: JSON, _ path: [String], to value: JSON?) -> JSON {
        guard let name = path.first else { return value ?? .null }
        let rest = Array(path.dropFirst())
        switch state {
        case .object(var members):
            members[name] = rest.isEmpty ? value : changed(members[name] ?? .null, rest, to: value)
            return .object(members)
        case .array(var elements):
            guard let index = Int(name), elements.indices.contains(index) else { return state }
            elements[index] = changed(elements[index], rest, to: value)
            return .array(elements)
        default: return state
        }
    }

    @Test("A faulty state file is refused with the field at fault and changes no state")
    func refusesAFaultyFileWhole() async throws {
        try await LampSandbox.run { sandbox throws in
            try await fill(sandbox)
            let saved = try await state(sandbox)
            let twice = JSON.array(
                (saved["objects"]?.arrayValue ?? []) + (saved["objects"]?.arrayValue ?? []).prefix(1))
            // Longer than the limit for reading a document back.
            let tooLong: JSON = ["status": .string(String(repeating: "a", count: 1 << 20))]
            let faults: [([String], JSON?, String)] = [
                (["format"], "another", "invalid format"), (["format"], nil, "required format"),
                (["version"], 3, "invalid version"), (["provider"], "other", "invalid provider"),
                (["extra"], 1, "invalid extra"), (["clock"], nil, "required clock"),
                (["clock", "now"], "noon", "invalid clock.now"),
                (["clock", "now"], "0001-01-01T00:00:00Z", "invalid clock.now"),
                (["clock", "frozen"], 1, "invalid clock.frozen"), (["clock", "zone"], "BRT", "invalid clock.zone"),
                (["ordinal"], -1, "invalid ordinal"), (["scenario"], "unheard", "invalid scenario"),
                (["objects"], nil, "required objects"), (["objects"], [:], "invalid objects"),
                (["objects", "0", "id"], 7, "invalid objects[0].id"),
                (["objects", "0", "body"], nil, "required objects[0].body"),
                (["objects", "0", "body"], tooLong, "invalid objects[0].body"),
                (["objects", "0", "body", "status"], nil, "required objects[0].body.status"),
                (["objects", "1", "tenant"], "b", "invalid objects[1].tenant"),
                (["objects"], twice, "invalid objects[3]"),
                (["timers", "0", "due"], 5, "invalid timers[0].due"),
                (["one_time_values", "0", "hash"], "AB", "invalid one_time_values[0].hash"),
                (["one_time_values", "0", "used"], 1, "invalid one_time_values[0].used"),
                (["settings", "0", "value"], .null, "required settings[0].value"),
                (["object_scenarios", "0", "scenario"], "unheard", "invalid object_scenarios[0].scenario"),
                (["events", "0", "time"], "", "invalid events[0].time"),
                (["ceremonies", "0", "type"], .null, "required ceremonies[0].type"),
                (["deliveries", "0", "state"], "lost", "invalid deliveries[0].state"),
                (["deliveries", "0", "attempts"], "none", "invalid deliveries[0].attempts"),
                (["deliveries", "0", "position"], "first", "invalid deliveries[0].position"),
                (["deliveries", "0", "position"], .int(Int64.max), "invalid deliveries[0].position"),
                (["ordinal"], .int(Int64.max), "invalid ordinal"),
            ]
            for (path, value, refusal) in faults {
                let answer = try await sandbox.control("PUT", "state", changed(saved, path, to: value))
                #expect(answer.refusal == "400 \(refusal)")
                #expect(try await state(sandbox) == saved, "after \(refusal)")
            }
            #expect(try await sandbox.control("PUT", "state", saved).status == 204)
        }
    }

    @Test("A reset returns one tenant to its first state and keeps its webhook endpoints")
    func beginsAnewWithAReset() async throws {
        try await LampSandbox.run { sandbox throws in
            let new = try await state(sandbox)
            let firstID = try await sandbox.lamp()
            #expect(try await sandbox.control("POST", "reset").status == 204)
            #expect(try await state(sandbox) == new)

            try await fill(sandbox)
            _ = try await sandbox.lamp(key: "b")
            let other = try await state(sandbox, "b")
            #expect(try await sandbox.control("POST", "clock/freeze").status == 200)
            #expect(try await sandbox.control("POST", "reset").status == 204)
            #expect(try await state(sandbox) == new)
            #expect(try await sandbox.control("GET", "requests")["requests"] == [])
            #expect(try await sandbox.control("GET", "deliveries")["deliveries"] == [])
            // The webhook endpoints stay.
            #expect(try await sandbox.control("GET", "webhooks")["webhooks"].arrayValue?.count == 1)
            #expect(try await sandbox.status(BareLampProvider.seed) == "off")
            // With a seed, the IDs repeat.
            #expect(try await sandbox.lamp() == firstID)
            #expect(try await state(sandbox, "b") == other)
        }
    }

    /// An attempt in flight belongs to the time before the reset.
    @Test("A reset discards a delivery that is in flight")
    func aResetLeavesNoTraceOfWhatIsUnderWay() async throws {
        let (arrived, arrival) = AsyncStream<Void>.makeStream()
        let (released, release) = AsyncStream<Void>.makeStream()
        let receiver = WebhookReceiver { _ in
            arrival.yield()
            for await _ in released { break }
            return Response(status: .noContent)
        }
        let url = try await receiver.start() + "/hooks"
        try await LampSandbox.run {
            $0.webhooks = [url]
        } _: { sandbox throws in
            let new = try await state(sandbox)
            _ = try await sandbox.lamp()
            for await _ in arrived { break }
            #expect(try await sandbox.control("POST", "reset").status == 204)
            release.finish()
            // Returns when the attempt has ended.
            _ = try await sandbox.engine.webhooks.deliverDue(of: "a")
            #expect(try await sandbox.control("GET", "deliveries")["deliveries"] == [])
            #expect(try await state(sandbox)["deliveries"] == new["deliveries"])
        }
        await receiver.stop()
    }
}
