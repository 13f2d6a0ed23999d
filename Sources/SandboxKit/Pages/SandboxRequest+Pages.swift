import Pages
import Sandbox

extension SandboxRequest {
    /// The preferences of the page's visitor.
    /// - Parameter usual: the language without a preference.
    package func visitor(usual: PageLanguage) -> PageVisitor {
        PageVisitor(
            query: query, cookies: header("Cookie"), authority: authority, acceptLanguage: acceptLanguage,
            usual: usual, isSecure: publicURL.hasPrefix("https:"))
    }

    /// True if the form may come from a page of another site: a browser sent it, which says so by `Origin` or
    /// `Sec-Fetch-Site` (Fetch section 3.2, Fetch Metadata section 2.4), without the token of the visitor's own pages.
    /// Programs send neither header, and need no token.
    package func isForeignForm(_ fields: [(name: String, value: String)]) -> Bool {
        if let site = header("Sec-Fetch-Site"), site != "same-origin" { return true }
        // "null" because of the pages' Referrer-Policy; the token decides then.
        guard header("Origin") != nil || header("Sec-Fetch-Site") != nil else { return false }
        let token = fields.last { $0.name == PageVisitor.tokenField }?.value ?? ""
        return !PageVisitor.holds(token, cookies: header("Cookie") ?? "", authority: authority)
    }
}
