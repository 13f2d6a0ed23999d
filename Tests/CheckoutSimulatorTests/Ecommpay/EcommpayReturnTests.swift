import CheckoutContracts
import Testing
import ToqueCrypto
import ToqueEncoding

@testable import CheckoutSimulator

/// Destinations of the Payment Page.
@Suite struct EcommpayReturnTests {
    private static let urls = [
        (name: "merchant_success_url", value: "https://loja.example/paid?id=1&x=%20"),
        (name: "merchant_fail_url", value: "shop://declined"),
    ]

    private static func address(_ id: String, _ urls: [(name: String, value: String)]) -> String {
        EcommpayPaymentPage.url(
            [
                (name: "project_id", value: "10"), ("payment_id", id), ("payment_amount", "500"),
                ("payment_currency", "JPY"),
            ] + urls, key: SecretBytes(copying: "your_secret".utf8), base: "/payment")
    }

    @Test("The Payment Page ends at the shop's URL for a success or for a decline")
    func leading() async throws {
        try await EcommpaySandbox.run { sandbox in
            func page(_ id: String, _ urls: [(name: String, value: String)] = Self.urls) async throws -> String {
                let opened = try await sandbox.send("GET", Self.address(id, urls))
                return try #require(opened.headers["location"])
            }
            let paid = try await sandbox.approve(try await page("p-1"))
            #expect(paid.json == ["outcome": "approved", "location": "https://loja.example/paid?id=1&x=%20"])
            let declined = try await sandbox.decline(try await page("p-2"))
            #expect(declined.json == ["outcome": "declined", "location": "shop://declined"])
            let refused = try await sandbox.approve(try await page("p-3"), .init(tamperSignature: true))
            #expect(refused.json["outcome"] == "refused" && refused.json["location"] == "shop://declined")
            #expect(try await sandbox.decline(try await page("p-4", [])).json["location"] == .null)
        }
    }

    @Test("A browser sees the result first, with a link to the shop")
    func result() async throws {
        var configuration = EcommpaySimulator.Configuration()
        configuration.authorization = .button
        try await EcommpaySandbox.run(configuration) { sandbox in
            let page = try #require(try await sandbox.send("GET", Self.address("p-1", Self.urls)).headers["location"])
            let answer = try await sandbox.send(
                "POST", page, Array("decision=approve".utf8),
                headers: [("Content-Type", "application/x-www-form-urlencoded")])
            #expect(answer.status == 200)
            #expect(answer.text.contains(#"<a href="https://loja.example/paid?id=1&amp;x=%20">"#), "\(answer.text)")
            #expect(answer.text.contains(#"content="3;url=https://loja.example/paid?id=1&amp;x=%20""#))
        }
    }

    @Test(
        "A URL that leads to no shop opens no payment",
        arguments: [
            "javascript:alert(1)", "data:text/html,x", "http://loja.example/", "//loja.example/", "/paid",
            "https://loja.example/\r\nX: y", "https://a@loja.example/", "https://loja.example/\"><script>",
        ])
    func refused(url: String) async throws {
        try await EcommpaySandbox.run { sandbox in
            for name in Self.urls.map(\.name) {
                let answer = try await sandbox.send("GET", Self.address("p-1", [(name, url)]))
                #expect(answer.status == 400 && answer.code == "illegalArguments", "\(answer.text)")
                #expect(answer.json["message"]?.stringValue?.hasPrefix(name) ?? false, "\(answer.text)")
            }
            #expect(try await sandbox.gate("status", "p-1").status == 400)
        }
    }
}
