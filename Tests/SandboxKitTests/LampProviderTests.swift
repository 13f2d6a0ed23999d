import AsyncHTTPClient
import Foundation
import NIOCore
import Sandbox
import SandboxKit
import Testing
import ToqueEncoding

/// The provider of docs/providers.md, over HTTP.
@Suite struct LampProviderTests {
    private func send(
        _ method: String, _ url: String, _ body: JSON? = nil
    ) async throws -> (status: UInt, json: JSON) {
        var request = HTTPClientRequest(url: url)
        request.method = .init(rawValue: method)
        request.setBasicAuth(username: "sandbox", password: "sandbox")
        request.headers.add(name: "Content-Type", value: "application/json")
        if let body { request.body = .bytes(ByteBuffer(bytes: body.utf8)) }
        let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let text = String(buffer: try await answer.body.collect(upTo: 1 << 20))
        return (answer.status.code, try text.isEmpty ? .null : JSON(parsing: text))
    }

    /// Runs the body against a shop with a frozen clock.
    private func withShop(_ body: (_ url: String) async throws -> Void) async throws {
        var configuration = SandboxConfiguration()
        configuration.frozenAt = Timestamp(microseconds: 1_772_366_400_000_000)
        let server = try await SandboxServer(configuration, provider: LampProvider())
        do {
            try await body(server.url)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    @Test("A lamp goes on, its webhooks report it, and an action breaks it")
    func life() async throws {
        try await withShop { url in
            _ = try await send("POST", "\(url)/_toque/webhooks", ["url": "http://127.0.0.1:9/"])
            let made = try await send("POST", "\(url)/lamps", ["color": "red"])
            #expect(made.status == 201)
            let id = try #require(made.json["id"]?.stringValue)
            #expect(made.json == ["id": .string(id), "color": "red", "status": "off"])
            _ = try await send("POST", "\(url)/_toque/clock/advance", ["seconds": 1])
            #expect(try await send("GET", "\(url)/lamps/\(id)").json["status"] == "on")
            let broken = try await send("POST", "\(url)/_toque/objects/\(id)/break", [:])
            #expect(broken.json["status"] == "burnt")
            #expect(try await send("POST", "\(url)/_toque/objects/\(id)/break", [:]).status == 400)
            let deliveries = try await send("GET", "\(url)/_toque/deliveries").json["deliveries"]?.arrayValue
            #expect(deliveries?.map { $0["body"]?["status"] } == ["on", "burnt"])
        }
    }

    @Test("A scenario, chosen by name or by color, decides a lamp's fate")
    func scenarios() async throws {
        try await withShop { url in
            let black = try await send("POST", "\(url)/lamps", ["color": "black"]).json["id"]?.stringValue ?? ""
            #expect(try await send("GET", "\(url)/lamps/\(black)").json["status"] == "burnt")
            _ = try await send("PUT", "\(url)/_toque/scenario", ["scenario": "unavailable"])
            let refused = try await send("POST", "\(url)/lamps", ["color": "red"])
            #expect(refused.status == 503)
            #expect(refused.json["code"] == "service_unavailable")
            #expect(try await send("POST", "\(url)/lamps", ["color": "red"]).status == 201)
        }
    }

    @Test("A trigger makes a lamp with its history")
    func trigger() async throws {
        try await withShop { url in
            let answer = try await send("POST", "\(url)/_toque/trigger", ["event": "lamp.burnt", "color": "blue"])
            #expect(answer.json["object"]?["status"] == "burnt")
            #expect(answer.json["object"]?["color"] == "blue")
            let events = try await send("GET", "\(url)/_toque/events").json["events"]?.arrayValue
            #expect(events?.map { $0["type"] } == ["lamp.created", "lamp.on", "lamp.burnt"])
        }
    }

    @Test("The index and the OpenAPI document describe the shop")
    func documents() async throws {
        try await withShop { url in
            let index = try await send("GET", "\(url)/_toque/").json
            #expect(index["actions"]?.arrayValue?.first?["name"] == "break")
            #expect(index["webhook_members"]?["status"] == "status")
            let document = try await send("GET", "\(url)/_toque/openapi.json").json
            #expect(document["paths"]?["/lamps"]?["post"]?["operationId"] == "makeLamp")
            #expect(document["paths"]?["/lamps/{id}"]?["get"]?["responses"]?["404"] != nil)
            #expect(document["components"]?["schemas"]?["Lamp"]?["type"] == "object")
        }
    }

    /// `TOQUE_UPDATE_DOCS=1` rewrites the page.
    @Test("The Swift of docs/providers.md is the provider that these tests run")
    func page() throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let page = tests.deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/providers.md")
        let files = try ["Lamp", "LampProcess", "LampProvider"].map {
            try String(contentsOf: tests.appending(path: "Lamp/\($0).swift"), encoding: .utf8)
        }
        var parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```")
        let blocks = parts.indices.filter { parts[$0].hasPrefix("swift\n") }
        if ProcessInfo.processInfo.environment["TOQUE_UPDATE_DOCS"] == "1" {
            for (index, file) in zip(blocks, files) { parts[index] = "swift\n" + file }
            try parts.joined(separator: "```").write(to: page, atomically: true, encoding: .utf8)
        }
        #expect(blocks.map { parts[$0] } == files.map { "swift\n" + $0 })
    }
}
