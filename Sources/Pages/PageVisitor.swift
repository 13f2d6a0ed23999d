import ToqueCrypto
import ToqueEncoding

/// The preferences of a page's visitor, from the query and the cookies of a request, and the token of the visitor's
/// forms.
package struct PageVisitor: Sendable {
    package let language: PageLanguage
    /// nil for the browser's own.
    package let theme: PageTheme?
    /// The value of the field `page_token` in forms, and of the cookie that must match it. A page of another site can
    /// make the browser post a form, but knows no value that matches (double submit).
    package let token: String
    /// Values for `Set-Cookie`: choices in the query are remembered.
    package let newCookies: [String]
    /// The query without the choices, for links to the same page in another form.
    private let query: [(name: String, value: String)]

    package static let tokenField = "page_token"
    private static let (languageCookie, themeCookie, tokenCookie) = ("toque_lang", "toque_theme", "toque_page")
    private static let (languageParameter, themeParameter) = ("lang", "theme")
    /// Forgets the choice of a theme.
    private static let systemTheme = "system"
    private static let year = 365 * 86_400

    /// - Parameters:
    ///   - cookies: the request's `Cookie` header.
    ///   - authority: the request's. The token is of one server; the choices are of all on its host.
    ///   - usual: the language for a visitor without a preference.
    ///   - isSecure: true behind https.
    package init(
        query: [(name: String, value: String)] = [], cookies: String? = nil, authority: String? = nil,
        acceptLanguage: String? = nil, usual: PageLanguage, isSecure: Bool = false
    ) {
        func cookie(_ name: String) -> String? { Cookies.values(of: name, in: cookies ?? "").first }
        func parameter(_ name: String) -> String? { query.last { $0.name == name }?.value }
        let chosenLanguage = parameter(Self.languageParameter).flatMap(PageLanguage.init(preferredIn:))
        language =
            chosenLanguage ?? cookie(Self.languageCookie).flatMap(PageLanguage.init(rawValue:))
            ?? acceptLanguage.flatMap(PageLanguage.init(preferredIn:)) ?? usual
        let chosenTheme = parameter(Self.themeParameter)
        theme = (chosenTheme ?? cookie(Self.themeCookie)).flatMap(PageTheme.init(rawValue:))
        let tokenCookie = Cookies.name(Self.tokenCookie, at: authority)
        let known = cookie(tokenCookie).flatMap { Hex.decode($0)?.count == Self.tokenSize ? $0 : nil }
        // Never from a seed: whoever predicts it can post forms.
        token = known ?? Hex.encode(SystemRandom().bytes(Self.tokenSize))
        let attributes = "; Path=/; HttpOnly; SameSite=Lax\(isSecure ? "; Secure" : "")"
        var new: [String] = []
        if let chosenLanguage {
            new.append("\(Self.languageCookie)=\(chosenLanguage.rawValue); Max-Age=\(Self.year)\(attributes)")
        }
        if let theme, chosenTheme == theme.rawValue {
            new.append("\(Self.themeCookie)=\(theme.rawValue); Max-Age=\(Self.year)\(attributes)")
        } else if chosenTheme == Self.systemTheme {
            new.append("\(Self.themeCookie)=; Max-Age=0\(attributes)")
        }
        if known == nil { new.append("\(tokenCookie)=\(token)\(attributes)") }
        newCookies = new
        self.query = query.filter { ![Self.languageParameter, Self.themeParameter].contains($0.name) }
    }

    private static let tokenSize = 16

    /// True if a form of this visitor's pages sent the value. Compares in constant time.
    package static func holds(_ token: String, cookies: String, authority: String? = nil) -> Bool {
        let name = Cookies.name(tokenCookie, at: authority)
        guard let own = Cookies.values(of: name, in: cookies).first, Hex.decode(own)?.count == tokenSize else {
            return false
        }
        return SecretBytes(copying: own.utf8).constantTimeEquals(SecretBytes(copying: token.utf8))
    }

    // MARK: Links

    private func link(_ name: String, _ value: String) -> String {
        "?\(FormURLEncoding.encode(query + [(name, value)]))"
    }

    /// The links of a page to itself, in another language and with other colors.
    var links: [String: Any] {
        var links: [String: Any] = [
            "languages": PageLanguage.allCases.map { other in
                [
                    "url": link(Self.languageParameter, other.rawValue), "tag": other.rawValue, "label": other.short,
                    "name": PageTexts.of(other)[.pageLanguage], "current": other == language,
                ]
            }
        ]
        for value in PageTheme.allCases.map(\.rawValue) + [Self.systemTheme] {
            links[value] = [
                "url": link(Self.themeParameter, value), "current": value == theme?.rawValue ?? Self.systemTheme,
            ]
        }
        return links
    }
}
