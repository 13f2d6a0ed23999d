import Sandbox

/// The state of the sandbox at a glance.
struct OverviewView: View {
    let path = ""
    let section = ViewSection.overview

    func page(_ request: ViewRequest) async throws -> ViewPage {
        ViewPage(.overview, title: request.texts[.dashboardOverview], [:])
    }
}
