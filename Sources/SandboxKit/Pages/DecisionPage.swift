import Mustache
import Sandbox
import ToqueCrypto
import ToqueEncoding

/// A page's script, and its data in the element `data`.
package struct PageScript: Sendable {
    let source: String
    let data: JSON

    package init(source: String, data: JSON) {
        self.source = source
        self.data = data
    }
}

/// A second form, which changes the subject of the decision. Its handler redirects back to the page.
package struct PageForm: Sendable {
    package enum Field: Sendable {
        case text(name: String, label: String, value: String)
        case choice(name: String, label: String, options: [(value: String, label: String)], selected: String)
    }

    let action: String
    let fields: [Field]
    let button: String

    /// - Parameter action: the target, relative to the page.
    package init(action: String, fields: [Field], button: String) {
        self.action = action
        self.fields = fields
        self.button = button
    }

    fileprivate var values: [String: Any] {
        let fields: [[String: Any]] = fields.map { field in
            switch field {
            case .text(let name, let label, let value): ["label": label, "input": ["name": name, "value": value]]
            case .choice(let name, let label, let options, let selected):
                [
                    "label": label,
                    "selection": [
                        "name": name,
                        "options": options.map {
                            ["value": $0.value, "option": $0.label, "selected": $0.value == selected]
                        },
                    ],
                ]
            }
        }
        return ["action": action, "fields": fields, "button": button]
    }
}

/// A page for a person's decision, or a notice instead. It loads nothing external and runs only its own script.
package enum DecisionPage {
    /// - Parameters:
    ///   - language: the language tag.
    ///   - details: the subject of the decision.
    ///   - choices: buttons whose values are posted as `decision`; none for a notice.
    ///   - other: shown below the buttons.
    ///   - link: a link to continue with.
    ///   - location: the target of a browser redirect after 3 seconds.
    ///   - script: shows its messages in the element `message`.
    package static func response(
        language: String, title: String, text: String, details: [(name: String, value: String)] = [],
        choices: [(value: String, label: String)] = [], footer: String, status: Int = 200, other: PageForm? = nil,
        link: (label: String, url: String)? = nil, refreshesTo location: String? = nil, script: PageScript? = nil
    ) -> SandboxResponse {
        var values: [String: Any] = ["language": language, "title": title, "text": text, "footer": footer]
        if !choices.isEmpty {
            values["form"] = [
                "details": details.map { ["name": $0.name, "value": $0.value] },
                "choices": choices.map { ["value": $0.value, "label": $0.label] },
            ]
        }
        values["other"] = other?.values
        values["link"] = link.map { ["label": $0.label, "url": $0.url] }
        values["location"] = location
        // Not from a seed: a predictable nonce would let others run a script.
        let nonce = Hex.encode(SystemRandom().bytes(16))
        values["script"] = script.map { script in
            // Text in it must not end the element.
            let data = script.data.serialized().replacing("<", with: "\\u003c")
            return ["nonce": nonce, "source": script.source, "data": data]
        }
        return .html(
            template?.render(values) ?? "", status: status, headers: securityHeaders(script == nil ? nil : nonce))
    }

    /// For the page and its redirects.
    package static let securityHeaders = securityHeaders(nil)

    /// - Parameter nonce: of the allowed script; nil for none.
    private static func securityHeaders(_ nonce: String?) -> [(name: String, value: String)] {
        let script = nonce.map { "script-src 'nonce-\($0)'; " } ?? ""
        return [
            // No form-action: browsers apply it to the redirect after the form, which goes to the shop.
            (
                "Content-Security-Policy",
                "default-src 'none'; \(script)style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
            ),
            ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"),
            ("Cache-Control", "no-store"),
        ]
    }

    /// nil only if the text below is invalid, which every test of a page would catch.
    private static let template = try? MustacheTemplate(
        string: """
            <!DOCTYPE html>
            <html lang="{{language}}">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            {{#location}}
            <meta http-equiv="refresh" content="3;url={{.}}">
            {{/location}}
            <title>{{title}}</title>
            <style>
            body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 3rem auto; padding: 0 1rem }
            dt { color: #555 } dd { margin: 0 0 .8rem }
            button { font: inherit; padding: .6rem 1.4rem; margin: 1rem 1rem 0 0 }
            {{#other}}
            input, select { font: inherit; max-width: 100% }
            {{/other}}
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
            {{#other}}
            <form method="post" action="{{action}}">
            {{#fields}}
            <p><label>{{label}}:
            {{#input}}
            <input name="{{name}}" value="{{value}}" autocomplete="off">
            {{/input}}
            {{#selection}}
            <select name="{{name}}">
            {{#options}}
            <option value="{{value}}"{{#selected}} selected{{/selected}}>{{option}}</option>
            {{/options}}
            </select>
            {{/selection}}
            </label></p>
            {{/fields}}
            <button type="submit">{{button}}</button>
            </form>
            {{/other}}
            {{#link}}
            <p><a href="{{url}}">{{label}}</a></p>
            {{/link}}
            {{#script}}
            <p id="message" role="alert"></p>
            <script type="application/json" id="data">{{{data}}}</script>
            <script nonce="{{nonce}}">{{{source}}}</script>
            {{/script}}
            <footer>{{footer}}</footer>
            </body>
            </html>

            """)
}
