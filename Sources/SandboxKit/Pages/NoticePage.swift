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
    private let reason: (code: String, message: String?)?
    private let next: String?
    private let footer: String
    private let institution: String
    private let link: (label: String, url: String)?
    private let location: String?

    /// - Parameters:
    ///   - reason: the API's code and message.
    ///   - next: the person's next step.
    ///   - institution: the page's owner.
    ///   - link: a link to continue with.
    ///   - location: the target of a browser redirect after 3 seconds.
    package init(
        _ tone: Tone, title: String, text: String, reason: (code: String, message: String?)? = nil, next: String? = nil,
        footer: String, institution: String, link: (label: String, url: String)? = nil,
        refreshesTo location: String? = nil
    ) {
        self.tone = tone
        self.title = title
        self.text = text
        self.reason = reason
        self.next = next
        self.footer = footer
        self.institution = institution
        self.link = link
        self.location = location
    }

    private var signs: [String: Bool] {
        switch tone {
        case .ok: ["ok": true]
        case .bad: ["bad": true]
        case .info, .warning: ["other": true]
        }
    }

    package func response(to visitor: PageVisitor, status: Int = 200) -> SandboxResponse {
        var values: [String: Any] = [
            "tone": tone.rawValue, "text": text, "signs": signs, "footer": footer,
            "institution": Monogram(of: institution).values,
        ]
        values["reason"] = reason.map { ["code": $0.code, "message": $0.message ?? ""] }
        values["next"] = next
        values["link"] = link.map { ["label": $0.label, "url": $0.url] }
        return .page(HTMLPage(.notice, title: title, values, refreshesTo: location), for: visitor, status: status)
    }
}
