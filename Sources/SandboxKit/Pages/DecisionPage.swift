import Pages
import Sandbox
import ToqueEncoding

/// A module of a page, and its data in the element `data`.
package struct PageScript: Sendable {
    let module: PageModule
    let data: JSON

    package init(_ module: PageModule, data: JSON) {
        self.module = module
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

/// A page for a person's decision.
package enum DecisionPage {
    /// - Parameters:
    ///   - headline: the most important detail, such as an amount.
    ///   - details: the subject of the decision.
    ///   - choices: buttons whose values are posted as `decision`; the first is the primary one.
    ///   - other: shown below the buttons.
    ///   - link: a link to continue with.
    ///   - script: shows its messages in the element `message`.
    package static func response(
        to visitor: PageVisitor, title: String, text: String, headline: String? = nil,
        details: [(name: String, value: String)] = [], choices: [(value: String, label: String)], footer: String,
        other: PageForm? = nil, link: (label: String, url: String)? = nil, script: PageScript? = nil
    ) -> SandboxResponse {
        var values: [String: Any] = [
            "text": text, "footer": footer, "institution": Monogram(of: title).values,
            "details": details.map { ["name": $0.name, "value": $0.value] },
            "choices": choices.enumerated().map { index, choice in
                ["value": choice.value, "label": choice.label, "primary": index == 0]
            },
        ]
        values["headline"] = headline
        values["other"] = other?.values
        values["link"] = link.map { ["label": $0.label, "url": $0.url] }
        values["script"] = script.map { _ in true }
        let page = HTMLPage(
            .decision, title: title, values, modules: script.map { [$0.module] } ?? [],
            data: script?.data.serialized())
        return .page(page, for: visitor)
    }
}
