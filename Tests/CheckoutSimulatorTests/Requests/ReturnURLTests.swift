import Testing

@testable import CheckoutSimulator

@Suite struct ReturnURLTests {
    @Test(
        "https, http on this machine and an app's own scheme lead back",
        arguments: [
            "https://shop.example/back?order=1", "http://localhost:8080/back", "http://127.0.0.1/", "http://[::1]:1/",
            "yunoexample://back", "com.shop.app:/back?x=1", "shop+app.v2://", "SHOP://back",
        ])
    func taken(_ url: String) { #expect(ReturnURL.problem(of: url) == nil) }

    @Test(
        "Nothing else does",
        arguments: [
            "", "back", "/back", "://back", "1shop://back", "sh op://back", "http://shop.example/", "https://",
            "https://user@shop.example/", "https://shop.example/#part", "javascript:alert(1)", "data:text/html,x",
            "file:///etc/passwd", "JavaScript:alert(1)", "shop://a b", "shop://<x>", "shop://\u{0}",
            "https://shop.example/" + String(repeating: "a", count: 2048),
            "shop://" + String(repeating: "a", count: 2048),
        ])
    func refused(_ url: String) { #expect(ReturnURL.problem(of: url) != nil) }
}
