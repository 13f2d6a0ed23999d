import Hummingbird
import Testing
import ToqueEncoding

@testable import Sandbox

@Suite struct ControlTenantTests {
    @Test("Scenarios are listed, and set for a tenant or for one object")
    func listsAndSetsScenarios() async throws {
        try await LampSandbox.run { sandbox throws in
            func chosen() async throws -> JSON { try await sandbox.control("GET", "scenarios")["default"] }
            let list = try await sandbox.control("GET", "scenarios")
            #expect(list["default"] == .null)
            #expect(list["magic"] == [["value": "black", "scenario": "lamp.dud"]])
            #expect(
                list["scenarios"].arrayValue?.last == [
                    "name": "unavailable", "summary": "It is not there at first.", "applies_to": ["lamp"],
                    "argument": "times",
                ])
            let set = try await sandbox.control("PUT", "scenario", ["scenario": "lamp.dud"])
            #expect(set.json == ["scenario": "lamp.dud", "object": .null])
            #expect(try await chosen() == "lamp.dud")
            #expect(try await sandbox.control("GET", "scenarios?tenant=b")["default"] == .null)

            let dud = try await sandbox.lamp()
            let good = try await sandbox.lamp()
            let one = try await sandbox.control("PUT", "scenario", ["scenario": "success", "object": .string(good)])
            #expect(one.json == ["scenario": "success", "object": .string(good)])
            let other = try await sandbox.lamp()
            _ = try await sandbox.control("PUT", "scenario", ["scenario": "success", "object": .string(other)])
            #expect(try await sandbox.control("DELETE", "scenario?object=\(other)").status == 204)
            #expect(try await sandbox.control("POST", "clock/advance", ["seconds": 10]).status == 200)
            #expect(try await sandbox.status(dud) == "burnt")
            #expect(try await sandbox.status(good) == "on")
            #expect(try await sandbox.status(other) == "burnt")
            #expect(try await sandbox.control("DELETE", "scenario").status == 204)
            #expect(try await chosen() == .null)
        }
    }

    @Test("The default scenario is the one the sandbox was started with")
    func namesTheScenarioThatItWasStartedWith() async throws {
        try await LampSandbox.run {
            $0.scenario = "lamp.dud"
        } _: { sandbox throws in
            #expect(try await sandbox.control("GET", "scenarios")["default"] == "lamp.dud")
        }
    }

    @Test("An action changes an object unless it is refused or the object is another tenant's")
    func actsOnOneObject() async throws {
        try await LampSandbox.run { sandbox throws in
            let id = try await sandbox.lamp()
            let refused = try await sandbox.control("POST", "objects/\(id)/switch_off", ["gently": false])
            #expect(refused.refusal == "400 invalid_status gently")
            #expect(try await sandbox.control("GET", "clock")["next"] != .null)
            let off = try await sandbox.control("POST", "objects/\(id)/switch_off")
            #expect(off.json == ["id": .string(id), "color": "red", "status": "off"])
            #expect(try await sandbox.control("GET", "clock")["next"] == .null)
            #expect(try await sandbox.control("POST", "objects/\(id)/switch_off?tenant=b").status == 404)
        }
    }

    @Test("A trigger makes an object in the state of its event")
    func triggersEvents() async throws {
        try await LampSandbox.run { sandbox throws in
            let made = try await sandbox.control("POST", "trigger", ["event": "lamp.burnt", "color": "green"])
            #expect(made["event"] == "lamp.burnt")
            #expect(made["object"]["color"] == "green")
            let id = try #require(made["object"]["id"]?.stringValue)
            #expect(try await sandbox.status(id) == "burnt")
            #expect(try await sandbox.events() == ["lamp.created", "lamp.burnt"])
        }
    }

    @Test("A key that control makes survives a restart and is removed with its tenant")
    func makesAndRemovesKeys() async throws {
        let file = try SandboxFile()
        func configure(_ configuration: inout SandboxConfiguration) { configuration.database = file.location }
        try await LampSandbox.run(configure: configure) { sandbox throws in
            let made = try await sandbox.control("POST", "keys", ["id": "c", "secret": "secret-c"])
            #expect(made.status == 201)
            #expect(made.json == ["id": "c", "secret": "secret-c"])
            let other = try await sandbox.control("POST", "keys")
            #expect(other["secret"].stringValue?.count == 43)
            let list = try await sandbox.control("GET", "keys")
            #expect(
                list["keys"] == [
                    ["id": "a", "configured": true], ["id": "b", "configured": true], ["id": "c", "configured": false],
                    ["id": other["id"], "configured": false],
                ])
            #expect(!list.text.contains("secret"))
            // It starts like every tenant, and has a clock of its own.
            let lamps = try await sandbox.control("GET", "state?tenant=c")["objects"].arrayValue
            #expect(lamps?.map { $0["id"] } == [.string(BareLampProvider.seed)])
            #expect(try await sandbox.control("POST", "clock/freeze?tenant=c").status == 200)
            #expect(try await sandbox.control("GET", "clock")["frozen"] == false)
        }
        try await LampSandbox.run(configure: configure) { sandbox throws in
            #expect(try await sandbox.control("GET", "clock?tenant=c")["frozen"] == true)
            #expect(try await sandbox.control("DELETE", "keys/c").status == 204)
            #expect(try await sandbox.control("GET", "clock?tenant=c").refusal == "404 not_found tenant")
            #expect(try await sandbox.control("DELETE", "keys/c").status == 404)
            // A new tenant of the same name starts empty.
            #expect(try await sandbox.control("POST", "keys", ["id": "c"]).status == 201)
            #expect(try await sandbox.control("GET", "clock?tenant=c")["frozen"] == false)
        }
    }

    @Test("Webhook endpoints are added and removed, and their deliveries replayed")
    func addsAndRemovesWebhooks() async throws {
        let receiver = WebhookReceiver()
        let url = try await receiver.start() + "/hooks"
        try await LampSandbox.run { sandbox throws in
            let added = try await sandbox.control("POST", "webhooks", ["url": .string(url), "token": "token-4711"])
            #expect(added.status == 201)
            let id = try #require(added["id"].stringValue)
            let list = try await sandbox.control("GET", "webhooks")
            #expect(list["webhooks"].arrayValue?.map { $0["url"] } == [.string(url)])
            #expect(!added.text.contains("4711") && !list.text.contains("4711"))
            #expect(try await sandbox.control("GET", "webhooks?tenant=b")["webhooks"] == [])

            let lamp = try await sandbox.lamp()
            #expect(try await sandbox.control("POST", "clock/advance", ["seconds": 0]).status == 200)
            let first = try await sandbox.control("GET", "deliveries?state=delivered&object=\(lamp)")
            let delivery = try #require(first["deliveries"].arrayValue?.first)
            #expect(delivery["url"] == .string(url))
            let next = try #require(first["next"].intValue)
            let replay = try await sandbox.control("POST", "deliveries/\(delivery["id"]?.stringValue ?? "")/replay")
            #expect(replay.status == 201)
            #expect(replay["webhook"] == delivery["webhook"])
            #expect(try await sandbox.control("POST", "clock/advance", ["seconds": 0]).status == 200)
            #expect(receiver.ids == ["created-\(lamp)", "created-\(lamp)"])
            let rest = try await sandbox.control("GET", "deliveries?after=\(next)")["deliveries"].arrayValue
            #expect(rest?.map { $0["id"] } == [replay["id"]])

            #expect(try await sandbox.control("DELETE", "webhooks/\(id)?tenant=b").status == 404)
            #expect(try await sandbox.control("DELETE", "webhooks/\(id)").status == 204)
            #expect(try await sandbox.control("GET", "webhooks")["webhooks"] == [])
        }
        await receiver.stop()
    }
}
