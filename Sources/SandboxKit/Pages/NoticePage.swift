import Pages
import Sandbox

/// A sentence in place of a decision, or about one.
package struct NoticePage: Sendable {
    package enum Tone: String, Sendable {
        case info
        case ok
        case warning
        case bad
    }

    private let tone: Tone
    private let title: String
    private let text: String
    private let code: String?
    private let next: String?
    private let footer: String
    private let institution: String
    private let link: (label: String, url: String)?
    private let location: String?

    /// - Parameters:
    ///   - code: the reason, as the API has it.
    ///   - next: the person's next step.
    ///   - institution: the page's owner.
    ///   - link: a link to continue with.
    ///   - location: the target of a browser redirect after 3 seconds.
    package init(
        _ tone: Tone, title: String, text: String, code: String? = nil, next: String? = nil, footer: String,
        institution: String, link: (label: String, url: String)? = nil, refreshesTo location: String? = nil
    ) {
        self.tone = tone
        self.title = title
        self.text = text
        self.code = code
        self.next = next
        self.footer = footer
        self.institution = institution
        self.link = link
        self.location = location
    }

    package func response(to visitor: PageVisitor, status: Int = 200) -> SandboxResponse {
        var values: [String: Any] = [
            "tone": tone.rawValue, "text": text, "footer": footer, "institution": Monogram(of: institution).values,
        ]
        values["code"] = code
        values["next"] = next
        values["link"] = link.map { ["label": $0.label, "url": $0.url] }
        return .page(Page(.notice, title: title, values, refreshesTo: location), for: visitor, status: status)
    }
}
