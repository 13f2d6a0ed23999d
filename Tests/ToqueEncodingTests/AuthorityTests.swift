import Testing
import ToqueEncoding

@Suite struct AuthorityTests {
    @Test(
        "A host with an optional port is read, and written in lowercase",
        arguments: [
            ("M.Example", "m.example", nil), ("m.example:8443", "m.example", 8443), ("127.0.0.1:1", "127.0.0.1", 1),
            ("[2001:DB8::1]", "2001:db8::1", nil), ("[::1]:65535", "::1", 65_535),
        ] as [(String, String, UInt16?)])
    func reads(text: String, host: String, port: UInt16?) throws {
        let authority = try #require(Authority(text))
        #expect(authority.host == host)
        #expect(authority.port == port)
        #expect(authority.description == text.lowercased())
    }

    @Test(
        "Text other than a host with an optional port is refused",
        arguments: [
            "", ":80", "m.example:", "m.example:0", "m.example:65536", "m.example:+80", "m.example:80:80", "::1",
            "[::1",
            "[]", "[m.example]", "[::1]x", "user@m.example", "m.example/", "m example", "exämple.com",
        ])
    func refuses(text: String) { #expect(Authority(text) == nil) }

    @Test(
        "The authority of an HTTP or HTTPS URL is read, and other text has none",
        arguments: [
            ("https://m.example:8443/a?b", "m.example:8443"), ("HTTP://M.example?a:b", "m.example"),
            ("http://[::1]#f", "[::1]"), ("null", nil), ("ftp://m.example", nil), ("https:///", nil),
        ] as [(String, String?)])
    func isPartOfAURL(url: String, text: String?) { #expect(Authority(ofURL: url)?.description == text) }

    @Test(
        "The hosts localhost, 127.0.0.0/8 and ::1 are loopback",
        arguments: ["localhost", "LocalHost", "127.0.0.1", "127.255.0.9", "::1", "0:0:0:0:0:0:0:1"])
    func isLoopback(host: String) { #expect(Authority.isLoopback(host)) }

    @Test(
        "Hosts that merely resemble loopback are not loopback",
        arguments: ["", "localhost.", "localhost.m.example", "128.0.0.1", "127.1", "0.0.0.0", "::", "::2", "[::1]"])
    func isElsewhere(host: String) { #expect(!Authority.isLoopback(host)) }
}
