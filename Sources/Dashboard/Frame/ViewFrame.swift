import Pages
import Sandbox
import SandboxKit
import ToqueEncoding

/// The frame of every view: the navigation and the control bar.
struct ViewFrame {
    let section: ViewSection
    let request: ViewRequest

    /// - Throws: `SandboxError` if the control bar cannot be shown.
    func response(_ page: ViewPage) async throws -> SandboxResponse {
        var values = page.values
        values["sections"] = Self.sections.map { entry in
            [
                "url": request.link(entry.path), "label": request.texts[entry.label],
                "current": entry == section,
            ]
        }
        let bar = try await ControlBar(request)
        values["bar"] = bar.values
        values["footer"] = request.texts[.dashboardFooter]
        values["from"] = request.here
        return .page(
            HTMLPage(
                page.template, title: page.title, values, modules: Self.modules + bar.modules + page.modules,
                data: page.data?.serialized()),
            for: request.visitor, status: page.status)
    }

    /// Those whose first view there is.
    private static let sections = ViewSection.allCases.filter { entry in
        Dashboard.views.contains { $0.path == entry.path }
    }

    private static let modules: [PageModule] = [.copying, .commands, .health]
}
