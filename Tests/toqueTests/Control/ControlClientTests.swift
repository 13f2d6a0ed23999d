import Testing
import ToqueEncoding

@testable import toque

@Suite struct ControlClientTests {
    /// Returns a client of a server that gives these answers.
    private func withClient<Result>(
        _ answers: [String], tenant: String? = nil, token: String? = nil,
        _ body: (ControlClient, ScriptedServer) async throws -> Result
    ) async throws -> Result {
        let server = try ScriptedServer(answers)
        let client = ControlClient(server: server.url, tenant: tenant, token: token)
        do {
            let result = try await body(client, server)
            await client.shutdown()
            return result
        } catch {
            await client.shutdown()
            throw error
        }
    }

    @Test("A control request carries the tenant, the token, and a JSON body")
    func aRequestNamesTenantAndTokenAndType() async throws {
        try await withClient([ScriptedServer.json(#"{"now":"x"}"#)], tenant: "a b", token: "t0ken") { client, server in
            let answer = try await client.post("clock/advance", ["seconds": 90])
            #expect(answer == ["now": "x"])
            let request = try #require(server.requests.first)
            #expect(request.hasPrefix("POST /_toque/clock/advance?tenant=a%20b HTTP/1.1\r\n"))
            #expect(request.contains("Authorization: Bearer t0ken\r\n"))
            #expect(request.contains("Content-Type: application/json\r\n"))
            #expect(request.hasSuffix("\r\n\r\n{\"seconds\":90}"))
        }
    }

    @Test("An answer without a body is read as null")
    func anAnswerWithoutBodyIsNull() async throws {
        try await withClient(["HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"]) { client, server in
            let answer = try await client.delete("keys/\(ControlClient.segment("a/b"))")
            #expect(answer == .null)
            #expect(server.requests.first?.hasPrefix("DELETE /_toque/keys/a%2Fb HTTP/1.1\r\n") == true)
        }
    }

    @Test("A refusal is reported with the argument of the server's field, and the message")
    func aRefusalIsSaidInTheServersWords() async throws {
        let body = #"{"code":"invalid","message":"There is no such scenario.","field":"scenario","request_id":"1"}"#
        let error = await #expect(throws: ControlError.self) {
            try await withClient([ScriptedServer.json(body, status: "400 Bad Request")]) { client, _ in
                _ = try await client.put("scenario", ["scenario": "x"])
            }
        }
        #expect(error.map { CommandError($0).description } == "<name>: there is no such scenario")
        #expect(error.map { CommandError($0).status } == .usage)
    }

    @Test("A 401 answer is reported with a hint to --control-token-file")
    func aMissingTokenHasItsHint() async throws {
        let body = #"{"code":"authentication_failed","message":"The control token is missing or wrong."}"#
        let error = await #expect(throws: ControlError.self) {
            try await withClient([ScriptedServer.json(body, status: "401 Unauthorized")]) { client, _ in
                _ = try await client.get("clock")
            }
        }
        #expect(error.flatMap { CommandError($0).hint }?.hasPrefix("pass --control-token-file") == true)
    }

    /// Other servers, and sandboxes without control.
    @Test(
        "An answer of another server is reported as no control API",
        arguments: [
            ScriptedServer.json(#"[{"code":"not_found"}]"#, status: "404 Not Found"), ScriptedServer.json("<html>"),
        ])
    func anAnswerOfSomethingElseIsNoSandbox(answer: String) async throws {
        let error = await #expect(throws: ControlError.self) {
            try await withClient([answer]) { client, _ in _ = try await client.get("clock") }
        }
        #expect(error?.description.contains("no control API") == true)
        #expect(error.map { CommandError($0).status } == .unreachable)
    }

    @Test("A refused connection is reported as no sandbox, with a hint to toque simulate")
    func nobodyThereIsKnownAtOnce() async throws {
        let server = try ScriptedServer([], refuses: true)
        let url = server.url
        let client = ControlClient(server: url)
        let error = await #expect(throws: ControlError.self) { _ = try await client.get("clock") }
        await client.shutdown()
        #expect(server.requests.isEmpty)
        #expect(error?.description == "\(url): no sandbox answers (Connection refused)")
        #expect(error.flatMap { CommandError($0).hint }?.contains("toque simulate") == true)
    }

    /// A truncated answer, and none.
    @Test(
        "A broken connection is reported, not retried, with the hint to run the same command again",
        arguments: ["HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{\"a\"", ""])
    func aConnectionThatBreaksIsReportedAndNotRetried(answer: String) async throws {
        // A second request would succeed.
        let error = await #expect(throws: ControlError.self) {
            try await withClient([answer, ScriptedServer.json("{}")]) { client, _ in _ = try await client.get("clock") }
        }
        #expect(error?.description.contains("the connection broke") == true)
        #expect(error.flatMap { CommandError($0).hint } == "run the same command again")
        #expect(error.map { CommandError($0).status } == .unreachable)
    }

    @Test("Following a stream ends with the server, without the truncated last event")
    func aStreamEndsWithTheServer() async throws {
        let stream =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nid: 3\ndata: {}\n\ndata: [1]\n\ndata: cut"
        try await withClient([stream]) { client, server in
            var data: [String] = []
            try await client.follow("requests", after: "2") { event in
                data.append(event.data)
                return true
            }
            #expect(data == ["{}", "[1]"])
            #expect(server.requests.first?.contains("Accept: text/event-stream\r\n") == true)
            #expect(server.requests.first?.contains("Last-Event-ID: 2\r\n") == true)
        }
    }

    @Test("The newest entries of a log are found by reading all its pages")
    func aLogIsReadToItsEnd() async throws {
        func page(_ entries: Range<Int>) -> String {
            let list = entries.map { #"{"cursor":\#($0)}"# }.joined(separator: ",")
            return ScriptedServer.json(#"{"events":[\#(list)],"next":\#(entries.upperBound - 1)}"#)
        }
        try await withClient([page(1..<1001), page(1001..<1003)]) { client, server in
            let log = ControlLog(client: client, name: "events", filter: [("type", "x"), ("object", nil)])
            let (entries, cursor) = try await log.newest(3)
            #expect(entries.map { $0["cursor"]?.intValue } == [1000, 1001, 1002])
            #expect(cursor == 1002)
            #expect(
                server.requests.map { $0.prefix { $0 != "\r\n" } } == [
                    "GET /_toque/events?type=x&after=0&limit=1000 HTTP/1.1",
                    "GET /_toque/events?type=x&after=1000&limit=1000 HTTP/1.1",
                ])
        }
    }
}
