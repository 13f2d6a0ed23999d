import Testing
import ToqueEncoding

@Suite struct CookiesTests {
    @Test(
        "A cookie's name has the port of the server",
        arguments: [
            ("127.0.0.1:8420", "a_8420"), ("[::1]:8420", "a_8420"), ("localhost", "a"), (nil, "a"), ("a:b:c", "a"),
        ])
    func names(authority: String?, name: String) {
        #expect(Cookies.name("a", at: authority) == name)
    }

    @Test(
        "Values are found by the whole name, in the order of the header",
        arguments: [
            ("a=1", ["1"]), ("b=2; a=1;a=3", ["1", "3"]), ("aa=1", []), ("a", []), ("a=", [""]), ("a=b=c", ["b=c"]),
            ("", []), (";;=", []),
        ])
    func values(header: String, values: [String]) {
        #expect(Cookies.values(of: "a", in: header) == values)
    }
}
