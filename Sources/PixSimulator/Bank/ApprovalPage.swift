import Mustache
import PixAPI
import Sandbox
import SandboxKit

/// The page where the account holder decides, and the notices in its place. No script, nothing from elsewhere.
enum ApprovalPage {
    static let securityHeaders: [(name: String, value: String)] = [
        // No form-action: browsers apply it to the redirect that follows the form, which leads to the shop.
        (
            "Content-Security-Policy",
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"),
        ("Cache-Control", "no-store"),
    ]

    static func form(
        _ record: EnrollmentRecord, institution: String, shop: String, language: PageLanguage
    ) -> SandboxResponse {
        let texts = ApprovalTexts.of(language)
        return page(
            [
                "language": language.rawValue, "title": institution, "question": "\(shop) \(texts.question)",
                "details": [
                    ["name": texts.device, "value": record.enrollment.details.name ?? texts.unnamed],
                    ["name": texts.holder, "value": record.customerIdentifier.shownToHolder],
                    ["name": texts.platform, "value": record.enrollment.details.platform.rawValue],
                ],
                "form": ["approve": texts.approve, "decline": texts.decline], "footer": texts.footer,
            ], status: 200)
    }

    static func refusal(_ refusal: ApprovalRefusal, language: PageLanguage) -> SandboxResponse {
        notice(ApprovalTexts.of(language).sentence(refusal), status: refusal.status, language: language)
    }

    /// Where the bank leads to when an enrollment has no callback URL.
    static func returned(language: PageLanguage) -> SandboxResponse {
        notice(ApprovalTexts.of(language).returned, status: 200, language: language)
    }

    private static func notice(_ sentence: String, status: Int, language: PageLanguage) -> SandboxResponse {
        page(
            [
                "language": language.rawValue, "title": "Sandbox", "question": sentence,
                "footer": ApprovalTexts.of(language).footer,
            ], status: status)
    }

    private static func page(_ values: [String: Any], status: Int) -> SandboxResponse {
        SandboxResponse(
            status: status, headers: [("Content-Type", "text/html; charset=utf-8")] + securityHeaders,
            body: Array((template?.render(values) ?? "").utf8)
        ).assuming(.bankPage)
    }

    /// Nil only for a slip in the text below, which every test of a page would see.
    private static let template = try? MustacheTemplate(
        string: """
            <!DOCTYPE html>
            <html lang="{{language}}">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>{{title}}</title>
            <style>
            body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 3rem auto; padding: 0 1rem }
            dt { color: #555 } dd { margin: 0 0 .8rem }
            button { font: inherit; padding: .6rem 1.4rem; margin: 1rem 1rem 0 0 }
            footer { margin-top: 3rem; color: #555; font-size: .9rem }
            </style>
            </head>
            <body>
            <h1>{{title}}</h1>
            <p>{{question}}</p>
            {{#form}}
            <dl>
            {{#details}}
            <dt>{{name}}</dt><dd>{{value}}</dd>
            {{/details}}
            </dl>
            <form method="post">
            <button type="submit" name="decision" value="approve">{{approve}}</button>
            <button type="submit" name="decision" value="decline">{{decline}}</button>
            </form>
            {{/form}}
            <footer>{{footer}}</footer>
            </body>
            </html>

            """)
}
