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

    @Test("Requests before a cursor come newest first, and each is shown with its neighbors")
    func searchesRequests() async throws {
        try await LampSandbox.run { sandbox throws in
            let id = try await sandbox.lamp()
            for _ in 0..<3 { #expect(try await sandbox.api("GET", "lamps/\(id)").status == 200) }
            #expect(try await sandbox.api("GET", "lamps/none").status == 404)
            let all = "requests?before=\(Int64.max)"
            let requests = try await sandbox.control("GET", all)["requests"].arrayValue ?? []
            #expect(requests.map { $0["status"] } == [404, 200, 200, 200, 201])
            #expect(
                requests[0]["request"] != nil && requests[0]["fields"] != nil && requests[1]["poll"]?.isNull == false)
            let folded = try await sandbox.control("GET", "\(all)&fold=true&short=true&limit=2")
            #expect(folded["requests"].arrayValue?.map { $0["count"] } == [1, 3])
            #expect(folded["requests"].arrayValue?.last?["first"] == requests[3]["cursor"])
            #expect(folded["requests"].arrayValue?.first?["request"] == nil)
            #expect(folded["next"] == requests[3]["cursor"])
            #expect(folded["last"] == requests[0]["cursor"])
            func count(_ query: String) async throws -> Int? {
                try await sandbox.control("GET", "\(all)&\(query)")["requests"].arrayValue?.count
            }
            #expect(try await count("object=\(id)") == 4)
            #expect(try await count("status=4xx") == 1)
            #expect(try await count("text=none&method=GET") == 1)
            #expect(try await count("after=\(requests[1]["cursor"]?.intValue ?? 0)") == 1)
            let cut = try await sandbox.control("GET", "\(all)&method=POST&depth=2")
            #expect(cut["requests"] == [])
            #expect(cut["next"] == requests[1]["cursor"])
            for query in ["depth=2", "fold=true", "before=1&depth=0", "before=1&short=yes", "status=6xx"] {
                #expect(try await sandbox.control("GET", "requests?\(query)").status == 400, "\(query)")
            }
            let shown = try await sandbox.control("GET", "requests/\(requests[1]["cursor"]?.intValue ?? 0)")
            #expect(shown["id"] == requests[1]["id"])
            #expect(shown["newer"] == requests[0]["cursor"] && shown["older"] == requests[2]["cursor"])
            #expect(shown["answer"]["text"]?.stringValue?.contains(id) == true)
            #expect(try await sandbox.control("GET", "requests/nothing").refusal == "404 not_found id")
        }
    }

    @Test("Events and deliveries before a cursor come newest first", arguments: ["events", "deliveries"])
    func searchesLogs(log: String) async throws {
        try await LampSandbox.run { sandbox throws in
            let webhook = try await sandbox.control("POST", "webhooks", ["url": "http://127.0.0.1:9/"])
            #expect(webhook.status == 201)
            let lamp = try await sandbox.lamp()
            _ = try await sandbox.lamp("blue")
            #expect(try await sandbox.control("POST", "clock/advance", ["seconds": 10]).status == 200)
            let all = try await sandbox.control("GET", log)[log].arrayValue ?? []
            #expect(all.count > 1)
            let before = "\(log)?before=\(Int64.max)"
            #expect(try await sandbox.control("GET", before)[log].arrayValue == all.reversed())
            let first = try await sandbox.control("GET", "\(before)&limit=1")
            #expect(first[log].arrayValue == all.suffix(1))
            #expect(first["next"] == all.last?["cursor"])
            let own = try await sandbox.control("GET", "\(before)&object=\(lamp)")[log].arrayValue
            #expect(own == all.filter { $0["object"] == .string(lamp) }.reversed())
            #expect(try await sandbox.control("GET", "\(before)&object=no").refusal == "404 not_found object")
            #expect(try await sandbox.control("GET", "\(before)&after=1").refusal == "400 invalid before")
            #expect(try await sandbox.control("GET", "\(log)?depth=1").status == 400)
            if log == "deliveries" {
                let id = all[0]["id"]?.stringValue ?? ""
                #expect(try await sandbox.control("GET", "deliveries/\(id)").json == all[0])
                #expect(try await sandbox.control("GET", "deliveries/0").status == 404)
            } else {
                #expect(try await sandbox.control("GET", "\(before)&kind=lamp")[log].arrayValue?.count == all.count)
                #expect(try await sandbox.control("GET", "\(before)&kind=fan")[log] == [])
            }
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
            let documents = try await sandbox.control("GET", "ceremonies?documents=true")["ceremonies"].arrayValue
            #expect(documents?.map { $0["document"]?["bytes"] } == ["red", "blue"])
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
