import APIClient
import Testing

@Suite struct ServerURLTests {
    @Test(
        "A server URL is normalized and recognized as loopback or not",
        arguments: [
            ("http://127.0.0.1:8420", "http://127.0.0.1:8420", true),
            ("HTTP://localhost/", "http://localhost", true),
            ("http://[::1]:80/payments/br/", "http://[::1]:80/payments/br", true),
            ("https://API.bank.example", "https://api.bank.example", false),
            ("https://127.0.0.evil", "https://127.0.0.evil", false),
            ("https://127.0.0.1.evil.example", "https://127.0.0.1.evil.example", false),
        ])
    func urls(text: String, normal: String, isLoopback: Bool) throws {
        let url = try #require(ServerURL(text))
        #expect(url.description == normal)
        #expect(url.isLoopback == isLoopback)
    }

    @Test(
        "A text that is not a plain http or https server URL is refused",
        arguments: [
            "", "127.0.0.1:8420", "ftp://host", "http://", "http://host:0", "http://host:65536", "http://host:port",
            "http://user@host", "http://host/?query", "http://host#fragment", "http://ho st", "http://a:1:2",
            "http://[::1", "http://[::1]x", "http://host:+80",
        ])
    func refused(text: String) { #expect(ServerURL(text) == nil) }

    @Test(
        "A URL is split into its server and a request's path",
        arguments: [
            ("http://127.0.0.1:8420/pix/a%20b?x=1&y=/z", "http://127.0.0.1:8420", "/pix/a%20b?x=1&y=/z"),
            ("https://loja.example", "https://loja.example", "/"),
            ("https://loja.example?x=a:b", "https://loja.example", "/?x=a:b"),
            ("https://loja.example/a#b?c", "https://loja.example", "/a"),
            ("https://loja.example//a", "https://loja.example", "//a"),
        ])
    func located(url: String, server: String, path: String) throws {
        let (found, rest) = try #require(ServerURL.locate(url))
        #expect(found.description == server)
        #expect(rest == path)
    }

    @Test(
        "A URL of another scheme or with user information has no server",
        arguments: [
            "", "redirection://receipt", "/pix/a", "http://a@b/c", "http:///c", "http://host/a b", "http://host/é",
        ])
    func unlocated(url: String) { #expect(ServerURL.locate(url) == nil) }
}
