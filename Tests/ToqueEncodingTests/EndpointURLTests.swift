import Testing
import ToqueEncoding

@Suite struct EndpointURLTests {
    @Test(
        "An HTTPS URL, or an HTTP URL to loopback, is accepted",
        arguments: [
            "https://m.example", "https://m.example:8443/cb?a=b", "HTTPS://M.EXAMPLE/", "https://m.example/a@b",
            "https://[2001:db8::1]/", "https://m.example/\(String(repeating: "a", count: 2048 - 18))",
            "http://127.0.0.1:3000/hook", "http://127.8.9.10", "http://localhost/", "http://LOCALHOST:1",
            "http://[::1]",
            "http://[::1]:65535/", "http://[0:0:0:0:0:0:0:1]/",
        ])
    func takes(_ url: String) { #expect(EndpointURL.problem(of: url) == nil) }

    @Test(
        "A URL that is unsafe or no endpoint is refused with its problem",
        arguments: [
            ("https://m.example/a b", .characters), ("https://m.example/\r\nX: y", .characters),
            ("https://m.example\\a", .characters), ("https://exämple.com", .characters),
            ("https://m.example/\"><script>", .characters), ("https://m.example/\n", .characters),
            ("https://m.example/\(String(repeating: "a", count: 2049 - 18))", .characters),
            ("https://m.example/#f", .fragment), ("", .notAbsolute), ("m.example", .notAbsolute),
            ("//m.example", .notAbsolute), ("https:/m.example", .notAbsolute),
            ("https://user@m.example/", .userInformation), ("https://", .host), ("https:///cb", .host),
            ("https://?a", .host), ("https://:443/", .host), ("https://m.example:", .host),
            ("https://m.example:0", .host), ("https://m.example:65536/", .host), ("https://m.example:8x", .host),
            ("https://m.example:80:80/", .host), ("https://m.example:+80/", .host), ("https://%6d.example/", .host),
            ("ftp://m.example", .scheme), ("data://m.example", .scheme),
            ("javascript://m.example/%0aalert(1)", .scheme),
            // Plain HTTP to other hosts, in forms that parsers read differently.
            ("http://m.example/", .plainHTTP), ("http://localhost.m.example/", .plainHTTP),
            ("http://127.0.0.1.m.example", .plainHTTP), ("http://128.0.0.1", .plainHTTP),
            ("http://localhost@m.example/", .userInformation), ("http://localhost:80@m.example/", .userInformation),
            ("http://[::1].m.example/", .host), ("http://[::1]m.example/", .host), ("http://[::1", .host),
            ("http://localhost\\@m.example/", .characters),
        ] as [(String, EndpointURL.Problem)])
    func refuses(_ url: String, problem: EndpointURL.Problem) { #expect(EndpointURL.problem(of: url) == problem) }
}
