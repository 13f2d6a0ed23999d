import Pages
import Sandbox
import SandboxKit
import ToqueEncoding

/// The dashboard: the control API's pages for people.
public struct Dashboard: ControlPages {
    public init() {}

    /// Every view, one a line.
    static let views: [any View] = [
        OverviewView(),
        ObjectListView(),
        ObjectView(),
        CeremonyListView(),
        CeremonyView(),
        RequestsView(),
        RequestView(),
        WebhooksView(),
        DeliveryView(),
        EventsView(),
        InspectView(),
        PytestView(),
        FidelityView(),
    ]

    public func routes(_ control: ControlCaller) -> [Route] {
        let pages = Self.views.map { view in
            Route("GET", Self.path(view.path), access: .open) { request in
                if request.wantsEventStream, let stream = try await view.stream(try ViewRequest(request, control)) {
                    return stream
                }
                return try await answer(request, control, in: view.section) { .page(try await view.page($0)) }
            }
        }
        let forms = (Self.views.flatMap(\.forms) + ControlBarForms(control: control).all).map { form in
            Route("POST", Self.path(form.path), access: .open, bodyLimit: form.bodyLimit) { request in
                try await answer(request, control, in: form.section) { try await form.submit($0) }
            }
        }
        let token = Route("POST", ControlPath.token, access: .open) { try TokenPage.receive($0, control) }
        return pages + forms + [token]
    }

    private static func path(_ path: String) -> String {
        path.isEmpty ? ControlPath.index : "\(ControlPath.view)/\(path)"
    }

    /// A refusal is a page in the frame, except for programs.
    private func answer(
        _ request: SandboxRequest, _ control: ControlCaller, in section: ViewSection,
        _ body: (ViewRequest) async throws -> ViewAnswer
    ) async throws -> SandboxResponse {
        let view = try ViewRequest(request, control)
        let frame = ViewFrame(section: section, request: view)
        do {
            switch try await body(view) {
            case .page(let page): return try await frame.response(page)
            case .view(let path, let query): return .redirect(to: view.link(path, query: query))
            case .back: return .redirect(to: view.here)
            }
        } catch let error as SandboxError where request.accepts("text/html") {
            return try await frame.response(
                ViewPage(
                    .refusal, title: view.texts[error.status == 404 ? .dashboardNotFound : .dashboardRefused],
                    RefusalPage.values(
                        error, view.texts, back: request.method == "POST" ? view.here : view.link("")),
                    status: error.status))
        }
    }

    public func refusal(_ error: SandboxError, of request: SandboxRequest) -> SandboxResponse {
        if error.status == 401 { return TokenPage.ask(request, isWrong: false) }
        return RefusalPage.response(to: error, of: request)
    }
}
