import Testing

@testable import Dashboard

@Suite("Dashboard")
struct DashboardTests {
    @Test("Every view has a path of its own")
    func paths() {
        let paths = Dashboard.views.map(\.path)
        #expect(Set(paths).count == paths.count)
        #expect(paths.contains(""))
    }
}
