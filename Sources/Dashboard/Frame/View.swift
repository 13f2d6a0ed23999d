import Pages
import Sandbox
import ToqueEncoding

/// A page of the dashboard. To add one: a type of its own, a template that inherits from `dashboard`, and a line in
/// `Dashboard.views`.
protocol View: Sendable {
    /// Below `ControlPath.view`, such as `objects/{id}`; empty for the overview.
    var path: String { get }
    /// The marked entry of the navigation.
    var section: ViewSection { get }
    /// The targets of its forms.
    var forms: [ViewForm] { get }

    /// - Throws: `SandboxError`, which becomes a page.
    func page(_ request: ViewRequest) async throws -> ViewPage
}

extension View {
    var forms: [ViewForm] { [] }
}

/// An entry of the navigation.
enum ViewSection: String, CaseIterable, Sendable {
    case overview
    case objects
    case ceremonies
    case requests
    case webhooks
    case events
    case inspect
    case pytest

    /// The path of its first view.
    var path: String { self == .overview ? "" : rawValue }

    var label: PageText {
        switch self {
        case .overview: .dashboardOverview
        case .objects: .dashboardObjects
        case .ceremonies: .dashboardCeremonies
        case .requests: .dashboardRequests
        case .webhooks: .dashboardWebhooks
        case .events: .dashboardEvents
        case .inspect: .dashboardInspect
        case .pytest: .dashboardPytest
        }
    }
}

/// The target of a form, after the checks of its origin.
struct ViewForm: Sendable {
    /// Below `ControlPath.view`.
    let path: String
    let section: ViewSection
    /// The maximum size of its fields in bytes; nil for the server's limit.
    let bodyLimit: Int?
    let submit: @Sendable (ViewRequest) async throws -> ViewAnswer

    init(
        _ path: String, in section: ViewSection, bodyLimit: Int? = nil,
        submit: @escaping @Sendable (ViewRequest) async throws -> ViewAnswer
    ) {
        self.path = path
        self.section = section
        self.bodyLimit = bodyLimit
        self.submit = submit
    }
}

/// A form's answer.
enum ViewAnswer {
    /// A redirect (303) to the view that shows the result, with the tenant of the request.
    case view(String, query: [(name: String, value: String)] = [])
    /// A redirect (303) to the page that has the form, as its field `from` tells.
    case back
    /// A page in place of a redirect, for results that are not kept.
    case page(ViewPage)
}

/// What a view puts into the dashboard's frame.
struct ViewPage {
    let template: HTMLPage.Template
    let title: String
    var values: [String: Any]
    var modules: [PageModule] = []
    /// For the modules, in the element `data`.
    var data: JSON?
    var status = 200

    init(
        _ template: HTMLPage.Template, title: String, _ values: [String: Any], modules: [PageModule] = [],
        data: JSON? = nil, status: Int = 200
    ) {
        self.template = template
        self.title = title
        self.values = values
        self.modules = modules
        self.data = data
        self.status = status
    }
}
