import Testing

@testable import Pages

@Suite struct PageVisitorTests {
    @Test(
        "The query's language counts first, then the remembered one, then the browser's, then the usual one",
        arguments: [(String?, String?, String?, PageLanguage)]([
            ("es", "toque_lang=en", "pt", .spanish), (nil, "a=b; toque_lang=en", "pt", .english),
            (nil, nil, "es-MX, en;q=0.9", .spanish), (nil, nil, "de, en;q=0.2, pt-PT;q=0.3", .portuguese),
            ("de", nil, "de", .english), (nil, "toque_lang=de", nil, .english), ("pt", nil, "en", .portuguese),
        ]))
    func language(query: String?, cookies: String?, header: String?, chosen: PageLanguage) {
        let visitor = PageVisitor(
            query: query.map { [(name: "lang", value: $0)] } ?? [], cookies: cookies, acceptLanguage: header,
            usual: .english)
        #expect(visitor.language == chosen)
        #expect(visitor.newCookies.contains { $0.hasPrefix("toque_lang=") } == (query == "es" || query == "pt"))
    }

    @Test("A theme is remembered until the visitor chooses the system's again")
    func theme() {
        func visitor(_ theme: String?, _ cookies: String? = nil) -> PageVisitor {
            PageVisitor(query: theme.map { [(name: "theme", value: $0)] } ?? [], cookies: cookies, usual: .english)
        }
        #expect(visitor(nil).theme == nil)
        #expect(visitor("dark").theme == .dark)
        #expect(
            visitor("dark").newCookies.contains { $0.hasPrefix("toque_theme=dark; Max-Age=31536000; Path=/; Http") })
        #expect(visitor(nil, "toque_theme=light").theme == .light)
        #expect(visitor("dark", "toque_theme=light").theme == .dark)
        #expect(visitor("system", "toque_theme=light").theme == nil)
        #expect(visitor("system", "toque_theme=light").newCookies.contains { $0.hasPrefix("toque_theme=; Max-Age=0") })
        #expect(visitor("\"><script>", "toque_theme=<b>").theme == nil)
    }

    @Test("A form's token must match its visitor's cookie")
    func token() {
        let first = PageVisitor(usual: .english)
        #expect(first.newCookies.contains("toque_page=\(first.token); Path=/; HttpOnly; SameSite=Lax"))
        #expect(PageVisitor(usual: .english).token != first.token)
        let cookies = "toque_page=\(first.token); toque_lang=en"
        let again = PageVisitor(cookies: cookies, usual: .english)
        #expect(again.token == first.token)
        #expect(!again.newCookies.contains { $0.hasPrefix("toque_page=") })
        #expect(PageVisitor.holds(first.token, cookies: cookies))
        #expect(!PageVisitor.holds("", cookies: cookies))
        // Cookies know no ports: two servers on one host have tokens of their own.
        let other = PageVisitor(cookies: cookies, authority: "127.0.0.1:8420", usual: .english)
        #expect(other.token != first.token && other.language == .english)
        #expect(other.newCookies.contains { $0.hasPrefix("toque_page_8420=\(other.token)") })
        let both = "\(cookies); toque_page_8420=\(other.token)"
        #expect(PageVisitor.holds(other.token, cookies: both, authority: "127.0.0.1:8420"))
        #expect(!PageVisitor.holds(first.token, cookies: both, authority: "127.0.0.1:8420"))
        #expect(!PageVisitor.holds(first.token, cookies: ""))
        #expect(!PageVisitor.holds("", cookies: "toque_page="))
        #expect(!PageVisitor.holds("xy", cookies: "toque_page=xy"))
        #expect(PageVisitor(usual: .english, isSecure: true).newCookies.allSatisfy { $0.hasSuffix("; Secure") })
    }
}
