/// A page: a template of `Files/templates` with its values, in the layout that all pages share.
package struct HTMLPage {
    package enum Template: String, CaseIterable, Sendable {
        /// A person's decision, with its details.
        case decision
        /// A sentence in place of a decision.
        case notice
        /// The account holder's decision at a bank.
        case bank
        /// What the sandbox is.
        case welcome
        /// A refusal of the dashboard, for those who may not see its frame.
        case outside
        /// The dashboard's form for the control token.
        case token
        /// A refusal in the dashboard's frame.
        case refusal
        /// The dashboard's first view.
        case overview
        /// The dashboard's list of objects.
        case objects
        /// An object in the dashboard.
        case object
        /// The dashboard's list of requests.
        case requests
        /// A request with its answer.
        case request
        /// The receivers of webhooks, and the deliveries.
        case webhooks
        /// A webhook's delivery with its attempts.
        case delivery
        /// The events of objects.
        case events
        /// An object's history as a test.
        case pytest
        /// The behaviors of the simulator with their sources.
        case fidelity
        /// A list of ceremonies.
        case ceremonies
        /// A ceremony, byte by byte.
        case ceremony
        /// A box for any bytes or text.
        case inspect
        /// All phones, and a new one.
        case phones
        /// A phone at its step.
        case phone
        /// Pasted options, and a phone's answer.
        case phoneOptions = "phone_options"
    }

    private let template: Template
    private let title: String
    private let values: [String: Any]
    private let modules: [PageModule]
    private let data: String?
    private let location: String?

    /// - Parameters:
    ///   - values: of the template: texts, dictionaries and lists of them. Every text is escaped.
    ///   - modules: every page works without them, except that a passkey needs one.
    ///   - data: a JSON text for the modules, in the element `data`.
    ///   - location: the target of a browser redirect after 3 seconds.
    package init(
        _ template: Template, title: String, _ values: [String: Any], modules: [PageModule] = [],
        data: String? = nil, refreshesTo location: String? = nil
    ) {
        self.template = template
        self.title = title
        self.values = values
        self.modules = modules
        self.data = data
        self.location = location
    }

    /// The page as HTML.
    package func render(for visitor: PageVisitor) -> String {
        var all = values
        all["title"] = title
        all["texts"] = PageTexts.of(visitor.language).areas
        all["language"] = visitor.language.rawValue
        all["theme"] = visitor.theme?.rawValue
        all["token"] = visitor.token
        all["visitor"] = visitor.links
        all["style"] = PageFile.url(PageFile.styleSheet)
        all["icon"] = PageFile.url(PageFile.icon)
        all["modules"] = modules.map { PageFile.url($0.rawValue) }
        // A text in it must not end the element.
        all["data"] = data?.replacing("<", with: "\\u003c")
        all["location"] = location
        return PageTemplates.library?.render(all, withTemplate: template.rawValue) ?? ""
    }
}
