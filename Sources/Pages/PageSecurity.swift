/// The headers that protect pages.
package enum PageSecurity {
    /// For a page and its redirects. Everything comes from the page's own origin, and no code or style is inline.
    package static let headers: [(name: String, value: String)] = [
        // No form-action: browsers apply it to the redirect after the form, which goes to the shop.
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                + "base-uri 'none'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"),
        ("Cache-Control", "no-store"),
    ]

    /// For the files that pages load, whose URLs have the version.
    package static let fileHeaders: [(name: String, value: String)] = [
        ("X-Content-Type-Options", "nosniff"), ("Cache-Control", "public, max-age=31536000, immutable"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]
}
