import Testing
import ToqueEncoding

@testable import Sandbox

/// Bodies and answers that are not JSON, and the members of errors.
@Suite struct MessageTests {
    private let routes = [
        Route("POST", "form") { request in
            .text(try request.form().map { "\($0.name)=\($0.value)" }.joined(separator: "\n"))
        },
        Route("POST", "image") { request in
            try request.requireContentType("image/png", "image/webp")
            return .content("image/png", request.body.reversed())
        },
        Route("GET", "page") { _ in .html("<p>é</p>", status: 203, headers: [("X-Frame-Options", "DENY")]) },
    ]

    private func send(_ path: String, type: String?, body: String) async throws -> Answer {
        try await withServer(routes) { server in
            try await server.send("POST", path, headers: type.map { [("Content-Type", $0)] } ?? [], body: body)
        }
    }

    @Test(
        "A form is read in its order, with or without a media type",
        arguments: [nil, "application/x-www-form-urlencoded", "Application/X-WWW-Form-Urlencoded; charset=utf-8"])
    func readsForms(type: String?) async throws {
        let answer = try await send("/form", type: type, body: "b=%C3%A9+1&a=%262&b=")
        #expect(answer.status == 200)
        #expect(answer.headers["content-type"] == "text/plain; charset=utf-8")
        #expect(answer.headers["cache-control"] == "no-store")
        #expect(answer.text == "b=é 1\na=&2\nb=")
    }

    @Test(
        "A body of another type is refused with 415 in the provider's form",
        arguments: [
            ("/form", "application/json"), ("/form", "text/plain"), ("/form", ""), ("/image", "image/gif"),
            ("/image", "image/png, image/webp"),
        ])
    func refusesOtherTypes(path: String, type: String) async throws {
        let answer = try await send(path, type: type, body: "a=1")
        #expect(answer.status == 415)
        #expect(answer.text.hasPrefix(#"{"code":"unsupported_media_type","#))
    }

    @Test("A form that is not UTF-8 is refused")
    func refusesOtherEncodings() async throws {
        let answer = try await send("/form", type: nil, body: "a=%ff")
        #expect(answer.status == 400)
        #expect(answer.text.hasPrefix(#"{"code":"invalid_body","#))
    }

    @Test("Bytes and pages are answered with their media type")
    func answersAnyType() async throws {
        #expect(try await send("/image", type: "image/webp", body: "abc").text == "cba")
        let page = try await withServer(routes) { try await $0.send("GET", "/page") }
        #expect(page.status == 203)
        #expect(page.headers["content-type"] == "text/html; charset=utf-8")
        #expect(page.headers["x-frame-options"] == "DENY")
        #expect(page.headers["cache-control"] == nil)
        #expect(page.text == "<p>é</p>")
    }

    @Test("An error shows the tenant's time, or the sandbox's if no tenant is known")
    func tellsTheTimeInErrors() async throws {
        try await LampSandbox.run { sandbox in
            let instant = LampSandbox.start + .seconds(3600)
            let frozen = try await sandbox.control("POST", "clock/freeze", ["at": .string(instant.description)])
            #expect(frozen.status == 200)
            let start = LampSandbox.start.description
            #expect(try await sandbox.api("GET", "lamps/none")["at"].stringValue == instant.description)
            #expect(try await sandbox.api("GET", "lamps/none", key: "b")["at"].stringValue == start)
            #expect(try await sandbox.api("GET", "lamps/none", key: "c")["at"].stringValue == start)
        }
        try await LampSandbox.run {
            $0.frozenAt = LampSandbox.start + .seconds(7)
        } _: { sandbox in
            let answer = try await sandbox.send("GET", "/none")
            #expect(answer["at"].stringValue == (LampSandbox.start + .seconds(7)).description)
        }
    }
}
