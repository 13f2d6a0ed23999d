import Testing
import ToqueEncoding

@testable import Sandbox

@Suite struct IdempotencyTests {
    private static let keys = IdempotencyKeys(
        header: "X-Key", lifetime: .seconds(60),
        conflict: SandboxError(status: 422, code: "key_reused", message: ""))

    /// Each change adds an object and answers with the number of objects.
    private static func add(_ keys: IdempotencyKeys, _ path: String = "things") -> Route {
        Route("POST", path) { request in
            try await request.once(keys) { transaction in
                let (count, _) = try transaction.objects(kind: "thing", limit: 0)
                guard request.body != Array("refuse".utf8) else { throw SandboxError.invalidStatus("") }
                try transaction.put([:], kind: "thing", id: "\(count)")
                var response = SandboxResponse.content(
                    "text/plain", Array("\(count + 1)".utf8), status: 201, headers: [("Location", "/things/\(count)")])
                response.assumptions = ["guess"]
                response.faults = request.body == Array("lost".utf8) ? [.truncatedBody] : []
                return response
            }
        }
    }

    private func run(
        _ keys: IdempotencyKeys = keys, database: SandboxStore.Location = .memory, clock: ManualClock? = nil,
        _ body: (SandboxServer) async throws -> Void
    ) async throws {
        try await withServer([Self.add(keys), Self.add(keys, "others")]) {
            $0.keys.append(APIKey(id: "other", secret: "secret"))
            $0.database = database
            if let clock { $0.clock = clock }
        } _: {
            try await body($0)
        }
    }

    private func send(
        _ server: SandboxServer, _ key: String?, body: String = "", path: String = "/things", id: String = "id"
    ) async throws -> Answer {
        try await server.send("POST", path, headers: key.map { [("X-Key", $0)] } ?? [], body: body, id: id)
    }

    @Test("The same request with the same key changes once and gets the same answer")
    func changesOnce() async throws {
        try await run { server throws in
            for _ in 0..<3 {
                let answer = try await send(server, "k")
                #expect(answer.status == 201)
                #expect(answer.text == "1")
                #expect(answer.headers["location"] == "/things/0")
                #expect(answer.headers["content-type"] == "text/plain")
                #expect(answer.headers["x-toque-assumed"] == "guess")
            }
            #expect(try await send(server, "l").text == "2")
            #expect(try await send(server, nil).text == "3")
            #expect(try await send(server, nil).text == "4")
            #expect(try await send(server, "").text == "5")
        }
    }

    @Test("Another request with the same key is refused with the provider's refusal")
    func refusesAnotherRequest() async throws {
        try await run { server throws in
            #expect(try await send(server, "k", body: "a").status == 201)
            for (body, path) in [("b", "/things"), ("a", "/others"), ("a", "/things?x=1")] {
                let answer = try await send(server, "k", body: body, path: path)
                #expect(answer.status == 422)
                #expect(answer.text.hasPrefix(#"{"code":"key_reused","#))
            }
            #expect(try await send(server, nil).text == "2")
        }
    }

    @Test("A request without a key is refused where the provider requires one")
    func requiresAKey() async throws {
        let missing = SandboxError(status: 400, code: "key_missing", message: "")
        let keys = IdempotencyKeys(
            header: "X-Key", lifetime: .seconds(60), conflict: missing, missing: missing)
        try await run(keys) { server throws in
            #expect(try await send(server, nil).text.hasPrefix(#"{"code":"key_missing","#))
            #expect(try await send(server, "k").text == "1")
        }
    }

    @Test("Where the body of a repetition is ignored, each endpoint has keys of its own")
    func ignoresBodies() async throws {
        try await run(IdempotencyKeys(header: "X-Key", lifetime: .seconds(60), conflict: nil)) { server throws in
            #expect(try await send(server, "k", body: "a").text == "1")
            #expect(try await send(server, "k", body: "b").text == "1")
            #expect(try await send(server, "k", path: "/others").text == "2")
            #expect(try await send(server, "k", body: "refuse").text == "1")
        }
    }

    @Test("A refused request uses its key up where the provider says so")
    func remembersRefusals() async throws {
        let failed = SandboxError(status: 400, code: "key_failed", message: "")
        let clock = ManualClock(now: LampSandbox.start)
        let keys = IdempotencyKeys(header: "X-Key", lifetime: .seconds(60), conflict: nil, failed: failed)
        try await run(keys, clock: clock) { server throws in
            #expect(try await send(server, "k", body: "refuse").text.hasPrefix(#"{"code":"invalid_status","#))
            for _ in 0..<2 {
                #expect(try await send(server, "k", body: "a").text.hasPrefix(#"{"code":"key_failed","#))
            }
            #expect(try await send(server, "l", body: "a").text == "1")
            clock.advance(by: .seconds(60))
            #expect(try await send(server, "k", body: "a").text == "2")
        }
    }

    @Test("A key is in use from its request until the answer has been sent")
    func underWay() async throws {
        let keys = KeysUnderWay(
            try SandboxStore(.memory, clock: ManualClock(now: LampSandbox.start)) { _, _ in })
        #expect(try await !keys.contains("k", of: "t"))
        #expect(try await keys.begin("k", of: "t"))
        #expect(try await keys.contains("k", of: "t"))
        #expect(try await !keys.begin("k", of: "t"))
        #expect(try await keys.begin("l", of: "t"))
        try await keys.end("k", of: "t", after: .zero)
        #expect(try await !keys.contains("k", of: "t"))
        #expect(try await keys.begin("k", of: "t"))
        try await keys.end("k", of: "t", after: .seconds(3600))
        #expect(try await keys.contains("k", of: "t"))
        #expect(try await !keys.begin("k", of: "t"))
    }

    @Test("Tenants do not share keys, and a reset removes a tenant's keys")
    func belongToATenant() async throws {
        try await run { server throws in
            #expect(try await send(server, "k").text == "1")
            #expect(try await send(server, nil).text == "2")
            #expect(try await send(server, "k", body: "x", id: "other").text == "1")
            try await server.engine.reset("id")
            #expect(try await send(server, "k", body: "y").text == "1")
        }
    }

    @Test("A key is forgotten after its lifetime in the tenant's time")
    func areForgotten() async throws {
        let clock = ManualClock(now: LampSandbox.start)
        try await run(clock: clock) { server throws in
            #expect(try await send(server, "k").text == "1")
            clock.advance(by: .seconds(59))
            #expect(try await send(server, "k").text == "1")
            clock.advance(by: .seconds(1))
            #expect(try await send(server, "k", body: "another").text == "2")
            let rows = try await server.engine.store.access(.everything, isReading: true) {
                try $0.first("SELECT count(*) AS count FROM idempotent_answer", [])?.int("count")
            }
            #expect(rows == 1)
        }
    }

    @Test("A refused change is not remembered")
    func refusalsAreNotRemembered() async throws {
        try await run { server throws in
            #expect(try await send(server, "k", body: "refuse").status == 400)
            #expect(try await send(server, "k", body: "x").text == "1")
        }
    }

    @Test("An answer that did not reach the client is sent again")
    func givesALostAnswerAgain() async throws {
        try await run { server throws in
            await #expect(throws: (any Error).self) { try await send(server, "k", body: "lost") }
            #expect(try await send(server, "k", body: "lost").text == "1")
        }
    }

    @Test("Of concurrent requests with the same key, one makes the change")
    func changesOnceAmongMany() async throws {
        try await run { server throws in
            let answers = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<20 { group.addTask { try await send(server, "k").text } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(answers == ["1"])
        }
    }

    @Test("A new process gives the stored answer")
    func outlastTheProcess() async throws {
        let file = try SandboxFile()
        try await run(database: file.location) { server throws in
            #expect(try await send(server, "k").text == "1")
        }
        try await run(database: file.location) { server throws in
            #expect(try await send(server, "k").text == "1")
            #expect(try await send(server, "l").text == "2")
        }
    }
}
