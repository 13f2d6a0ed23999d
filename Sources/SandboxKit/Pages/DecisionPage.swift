import Mustache
import Sandbox

/// A page on which a person decides, or a notice in its place. No script, nothing from elsewhere.
package enum DecisionPage {
    /// - Parameters:
    ///   - language: its tag.
    ///   - details: what the decision is about.
    ///   - choices: buttons, one of whose values is posted as `decision`; none for a notice.
    package static func response(
        language: String, title: String, text: String, details: [(name: String, value: String)] = [],
        choices: [(value: String, label: String)] = [], footer: String, status: Int = 200
    ) -> SandboxResponse {
        var values: [String: Any] = ["language": language, "title": title, "text": text, "footer": footer]
        if !choices.isEmpty {
            values["form"] = [
                "details": details.map { ["name": $0.name, "value": $0.value] },
                "choices": choices.map { ["value": $0.value, "label": $0.label] },
            ]
        }
        return .html(template?.render(values) ?? "", status: status, headers: securityHeaders)
    }

    /// Of the page, and of where it leads to.
    package static let securityHeaders: [(name: String, value: String)] = [
        // No form-action: browsers apply it to the redirect that follows the form, which leads to the shop.
        (
            "Content-Security-Policy",
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"),
        ("Cache-Control", "no-store"),
    ]

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
            <p>{{text}}</p>
            {{#form}}
            <dl>
            {{#details}}
            <dt>{{name}}</dt><dd>{{value}}</dd>
            {{/details}}
            </dl>
            <form method="post">
            {{#choices}}
            <button type="submit" name="decision" value="{{value}}">{{label}}</button>
            {{/choices}}
            </form>
            {{/form}}
            <footer>{{footer}}</footer>
            </body>
            </html>

            """)
}
