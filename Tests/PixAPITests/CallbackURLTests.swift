import Testing

import PixAPI

@Suite struct CallbackURLTests {
    @Test(arguments: [
        "https://m.example", "https://m.example:8443/cb?a=b", "HTTPS://M.EXAMPLE/", "http://localhost:3000/cb",
        "http://127.0.0.1/", "http://[::1]:3000/cb", "http://[::1]", "https://[2001:db8::1]/", "https://m.example/a@b",
    ])
    func takes(_ url: String) { #expect(CallbackURL.expectation(for: url) == nil) }

    @Test(arguments: [
        "", "m.example", "//m.example", "https:///cb", "https://?a", "https://:443/",
        "javascript://m.example/%0aalert(1)",
        "data://m.example", "https://m.example/#f", "https://user@m.example/", "https://m.example/\r\nX: y",
        "https://m.example/a b", "https://m.example:70000/", "https://m.example:80:80/", "https://m.example:+80/",
        "https://m.example/\"><script>",
        // Plain HTTP to elsewhere, each by a way in which parsers differ.
        "http://m.example/", "http://localhost.m.example/", "http://localhost@m.example/", "http://[::1].m.example/",
        "http://[::1]m.example/", "http://[::1", "http://localhost\\@m.example/", "http://localhost:80@m.example/",
    ])
    func refuses(_ url: String) { #expect(CallbackURL.expectation(for: url) != nil) }
}
