import HTTPTypes
import Testing

@testable import Sandbox

@Suite struct ControlGuardTests {
    private func head(_ method: String = "GET", host: String?, _ headers: [(String, String)] = []) -> HTTPRequest {
        var head = HTTPRequest(method: .init(method) ?? .get, scheme: nil, authority: host, path: "/_toque/clock")
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { head.headerFields.append(HTTPField(name: name, value: value)) }
        }
        return head
    }

    private func refusal(
        _ head: HTTPRequest, token: String? = nil, publicURL: String = "https://sandbox.example:8443"
    ) -> String? {
        do throws(SandboxError) {
            try ControlGuard(token: token, cookie: "cookie").check(.program, head, publicURL: publicURL)
            return nil
        } catch {
            return "\(error.status) \(error.field ?? "-")"
        }
    }

    @Test(
        "A loopback host and the host of the public URL are accepted",
        arguments: [
            "localhost", "LocalHost:1", "127.0.0.1:8080", "127.1.2.3", "[::1]", "[::1]:80", "[0:0:0:0:0:0:0:1]:1",
            "sandbox.example", "SANDBOX.example:8443", "sandbox.example:1",
        ])
    func takesLoopbackAndThePublicHost(host: String) {
        #expect(refusal(head(host: host)) == nil)
    }

    @Test(
        "Any other host is refused with 403",
        arguments: [
            nil, "", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "127.0.0.1@evil.example",
            "evil.example:80", "localhost:", "localhost:99999", "localhost:80:80", "localhost.", "128.0.0.1", "127.1",
            "0x7f.0.0.1", "2130706433", "::1", "[::1", "[::2]", "[localhost]", "localhost/", "sandbox.example.evil",
            "local\u{212A}host", "localhost evil",
        ])
    func takesNoOtherHost(host: String?) {
        #expect(refusal(head(host: host)) == "403 Host")
    }

    @Test(
        "A same-origin request is accepted, whatever its Referer",
        arguments: [
            ("Origin", "http://localhost:80"), ("Origin", "https://localhost:80"), ("Sec-Fetch-Site", "same-origin"),
            ("Sec-Fetch-Site", "none"), ("Referer", "https://evil.example/"),
        ])
    func takesItsOwnPages(name: String, value: String) {
        #expect(refusal(head(host: "localhost:80", [(name, value)])) == nil)
    }

    @Test(
        "A request from another origin is refused with 403",
        arguments: [
            ("Origin", "null"), ("Origin", ""), ("Origin", "http://localhost"), ("Origin", "http://localhost:81"),
            ("Origin", "http://evil.example"), ("Origin", "ftp://localhost:80"), ("Origin", "localhost:80"),
            ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"), ("Sec-Fetch-Site", "unheard-of"),
        ])
    func takesNoOtherPages(name: String, value: String) {
        #expect(refusal(head(host: "localhost:80", [(name, value)])) == "403 \(name)")
    }

    @Test("A request with two Origin headers is refused if one is foreign")
    func oneForeignOriginOfTwoIsEnough() {
        let headers = [("Origin", "http://localhost:80"), ("Origin", "http://evil.example")]
        #expect(refusal(head(host: "localhost:80", headers)) == "403 Origin")
    }

    @Test(
        "Only a Bearer header with the right token is accepted",
        arguments: [
            (nil, false), ("Bearer right", true), ("bearer right", true), ("Bearer wrong", false),
            ("Bearer righ", false),
            ("Bearer rightt", false), ("Basic right", false), ("right", false), ("Bearer", false), ("", false),
        ])
    func asksForTheToken(authorization: String?, isTaken: Bool) {
        let headers = authorization.map { [("Authorization", $0)] } ?? []
        #expect(refusal(head(host: "localhost", headers), token: "right") == (isTaken ? nil : "401 Authorization"))
    }

    @Test(
        "A request that writes is refused with 415 unless it carries JSON or no content",
        arguments: [
            ("GET", nil, false, true), ("GET", "text/plain", true, true), ("POST", nil, true, true),
            ("POST", "application/json", false, true), ("POST", "application/json", true, true),
            ("PUT", "Application/JSON; charset=utf-8", false, true), ("POST", nil, false, false),
            ("POST", "application/x-www-form-urlencoded", true, false), ("POST", "text/plain", false, false),
            ("PUT", "multipart/form-data; boundary=application/json", false, false),
            ("DELETE", "text/plain", true, false), ("POST", "application/jsonp", false, false),
            ("POST", "", false, false),
        ] as [(String, String?, Bool, Bool)])
    func takesJSONAlone(method: String, type: String?, isEmpty: Bool, isTaken: Bool) {
        let head = head(method, host: "localhost", type.map { [("Content-Type", $0)] } ?? [])
        var refusal: SandboxError?
        do throws(SandboxError) {
            try SandboxRequest.checkJSON(head, isBodyEmpty: isEmpty)
        } catch {
            refusal = error
        }
        #expect(refusal?.status == (isTaken ? nil : 415))
    }

    @Test("Listening beyond loopback requires a control token unless control is off")
    func otherAddressesNeedAToken() throws {
        func check(_ host: String, token: String?, isEnabled: Bool = true) throws {
            var configuration = SandboxConfiguration(keys: [], logger: .init(label: "test"))
            configuration.host = host
            configuration.control.token = token
            configuration.control.isEnabled = isEnabled
            try ControlGuard.check(configuration)
        }
        for host in ["127.0.0.1", "localhost", "::1"] { try check(host, token: nil) }
        try check("0.0.0.0", token: "t")
        try check("0.0.0.0", token: nil, isEnabled: false)
        for host in ["0.0.0.0", "::", "192.0.2.1", "sandbox.example", ""] {
            #expect(throws: SandboxConfigurationError.self) { try check(host, token: nil) }
        }
        for token in ["", "with space", "line\nbreak"] {
            #expect(throws: SandboxConfigurationError.self) { try check("127.0.0.1", token: token) }
        }
    }
}
