import Testing
import ToqueEncoding

@testable import Dashboard

@Suite("Times and numbers of views")
struct ShownTests {
    @Test(
        "They follow the language, to the second, and the page says once that they are in UTC",
        arguments: [
            ("en", "Mar 1, 2026, 12:00:00"), ("pt-BR", "01/03/2026 12:00:00"), ("es", "01/03/2026 12:00:00"),
        ])
    func times(language: String, shown: String) async throws {
        try await DashboardSandbox.run { sandbox in
            let id = try await sandbox.trigger("enrollment.failed")["id"]?.stringValue ?? ""
            for path in ["", "view/objects", "view/objects/\(id)", "view/events", "view/requests", "view/webhooks"] {
                let page = try await sandbox.page("/_toque/\(path)?lang=\(language)").text
                let times = page.matches(of: /<time datetime="([^"]*)" title="([^"]*)">([^<]*)<\/time>/)
                #expect(
                    times.contains { $0.output.1.hasPrefix("2026-03-01T12:00:00.") && $0.output.3 == shown }, "\(path)")
                #expect(times.allSatisfy { $0.output.1 == $0.output.2 })
                #expect(page.matches(of: /UTC/).count == 1, "\(path)")
            }
        }
    }

    @Test("A text that is no time stays as it is")
    func otherTexts() {
        #expect(Shown(.english).text("<b>") == "<b>")
    }
}
