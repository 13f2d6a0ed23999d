import Testing
import ToqueEncoding

@testable import Sandbox

@Suite struct ControlLogTests {
    @Test("Events are listed by cursor, type, object, and tenant")
    func listsEventsByCursor() async throws {
        try await LampSandbox.run { sandbox throws in
            let red = try await sandbox.lamp()
            let blue = try await sandbox.lamp("blue")
            _ = try await sandbox.lamp("other", key: "b")
            #expect(try await sandbox.control("POST", "clock/advance", ["seconds": 10]).status == 200)
            func list(_ query: String) async throws -> (types: [String], objects: [String], next: Int) {
                let page = try await sandbox.control("GET", "events?\(query)")
                let events = page["events"].arrayValue ?? []
                return (
                    events.compactMap { $0["type"]?.stringValue }, events.compactMap { $0["object"]?.stringValue },
                    page["next"].intValue ?? -1
                )
            }
            let all = try await list("")
            #expect(all.types == ["lamp.created", "lamp.created", "lamp.on", "lamp.on"])
            let first = try await list("limit=3")
            #expect(first.types == ["lamp.created", "lamp.created", "lamp.on"])
            let second = try await list("limit=3&after=\(first.next)")
            #expect(second.types == ["lamp.on"])
            let last = try await list("after=\(second.next)")
            #expect(last.types.isEmpty)
            #expect(last.next == second.next)
            #expect(try await list("type=lamp.on").objects == [red, blue])
            // The cursor also moves past entries that do not match, so that they are not read again.
            #expect(try await list("type=lamp.created&object=\(red)").next == last.next)
            #expect(try await list("type=none").next == last.next)
            #expect(try await list("after=\(Int64.max)").next == Int.max)
            #expect(try await list("type=lamp.&object=\(blue)").types == ["lamp.created", "lamp.on"])
            #expect(try await list("tenant=b").types == ["lamp.created"])
            let event = try await sandbox.control("GET", "events?limit=1")["events"].arrayValue?.first
            #expect(
                event == [
                    "cursor": event?["cursor"] ?? .null, "time": "2026-03-01T12:00:00.000000Z", "type": "lamp.created",
                    "kind": "lamp", "object": .string(red),
                    "data": ["id": .string(red), "color": "red", "status": "off"],
                ])
        }
    }

    @Test("Requests are listed by cursor, and counted by method, path, status, and tenant")
    func listsRequests() async throws {
        try await LampSandbox.run { sandbox throws in
            let id = try await sandbox.lamp()
            #expect(try await sandbox.api("GET", "v1/lamps/\(id)/").status == 200)
            #expect(try await sandbox.api("GET", "lamps/none").status == 404)
            #expect(try await sandbox.api("GET", "lamps", key: "b").status == 200)
            let page = try await sandbox.control("GET", "requests")
            let requests = page["requests"].arrayValue ?? []
            #expect(requests.map { $0["status"] } == [201, 200, 404])
            #expect(requests.first?["request"]?["body"] == ["color": "red"])
            #expect(requests.first?["answer"]?["body"]?["id"] == .string(id))
            #expect(requests.last?["error"] == "not_found")
            #expect(page["dropped"] == 0)
            #expect(!page.text.contains("Basic "))
            let cursor = requests.first?["cursor"]?.intValue ?? -1
            let rest = try await sandbox.control("GET", "requests?after=\(cursor)&limit=1")["requests"].arrayValue
            #expect(rest == [requests[1]])

            func count(_ query: String) async throws -> JSON {
                try await sandbox.control("GET", "requests/count?\(query)").json
            }
            #expect(try await count("") == ["count": 3, "complete": true])
            #expect(try await count("method=POST&path=/v1/lamps/")["count"] == 1)
            #expect(try await count("path=/lamps/%7Bid%7D/")["count"] == 2)
            #expect(try await count("path=/lamps/%7Bid%7D&status=404")["count"] == 1)
            #expect(try await count("path=/lamps/\(id)")["count"] == 1)
            #expect(try await count("tenant=b&path=/lamps")["count"] == 1)
        }
    }

    @Test("A ceremony is listed by object and shown with its document and verdict")
    func showsCeremonies() async throws {
        try await LampSandbox.run { sandbox throws in
            let red = try await sandbox.lamp()
            let blue = try await sandbox.lamp("blue")
            let first = try await sandbox.control("GET", "ceremonies?limit=1")
            #expect(first["ceremonies"].arrayValue?.map { $0["object"] } == [.string(red)])
            #expect(first["ceremonies"].arrayValue?.first?["document"] == nil)
            let next = try #require(first["next"].intValue)
            let second = try await sandbox.control("GET", "ceremonies?after=\(next)")["ceremonies"].arrayValue
            #expect(second?.map { $0["id"] } == [.string("ceremony-\(blue)")])
            let ofBlue = try await sandbox.control("GET", "ceremonies?object=\(blue)")["ceremonies"].arrayValue
            #expect(ofBlue == second)
            let whole = try await sandbox.control("GET", "ceremonies/ceremony-\(blue)")
            #expect(whole["document"] == ["bytes": "blue"])
            #expect(whole["verdict"] == ["valid": true])
            #expect(whole["type"] == "registration")
            #expect(whole["time"] == "2026-03-01T12:00:00.000000Z")
            #expect(try await sandbox.control("GET", "ceremonies/ceremony-\(blue)?tenant=b").status == 404)
        }
    }

    @Test(
        "A log of an object that does not exist is refused, of one without entries it is empty",
        arguments: ["events", "ceremonies", "deliveries"])
    func namesAnObjectThatIsNotThere(log: String) async throws {
        try await LampSandbox.run { sandbox throws in
            let lamp = try await sandbox.lamp()
            let list = try await sandbox.control("GET", "\(log)?object=\(lamp)&after=\(Int64.max)")
            #expect(list.status == 200)
            #expect(list[log] == [])
            #expect(try await sandbox.control("GET", "\(log)?object=nothing").refusal == "404 not_found object")
            // Another tenant's object is unknown.
            let foreign = try await sandbox.control("GET", "\(log)?object=\(lamp)&tenant=b")
            #expect(foreign.refusal == "404 not_found object")
        }
    }

    @Test("A stream of an object that does not exist is refused")
    func refusesTheStreamOfNothing() async throws {
        try await LampSandbox.run { sandbox throws in
            let answer = try await sandbox.send(
                "GET", "/_toque/events?object=nothing", headers: [("Accept", "text/event-stream")])
            #expect(answer.refusal == "404 not_found object")
        }
    }
}
