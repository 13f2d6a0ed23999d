import APIClient
import CheckoutPresentation
import Testing
import ToqueEncoding

@testable import PlacetoPayCheckout

/// Closing the view of a session's page.
@Suite struct CheckoutWebViewTests {
    private static let view = CheckoutWebView(
        url: "https://checkout.example/spa/session/1/h", returnURL: "redirection://receipt?return",
        cancelURL: "https://loja.example/cancel")

    /// Makes no decision, so that nothing is sent.
    private func ending(of script: String, _ view: CheckoutWebView = view) async throws -> CheckoutWebView.Ending {
        let transport = AnsweringTransport { request throws(ConnectionError) in
            Issue.record("\(request.method) \(request.path) was sent")
            throw .unreachable(server: "https://checkout.example", reason: "no request is expected")
        }
        return try await view.present(
            at: ScriptedPresenter(try CheckoutScript(parsing: script)), approval: ApprovalClient(transport: transport))
    }

    @Test("A redirect to exactly the return URL or the cancel URL closes the view")
    func redirects() async throws {
        #expect(try await ending(of: "return:redirection://receipt?return") == .returned)
        #expect(try await ending(of: "return:https://loja.example/cancel") == .canceled)
        let same = CheckoutWebView(
            url: Self.view.url, returnURL: "https://loja.example/end", cancelURL: "https://loja.example/end")
        #expect(try await ending(of: "return:https://loja.example/end", same) == .returned)
    }

    @Test(
        "A redirect to a URL that is not the same text leaves the view open",
        arguments: [
            "redirection://receipt", "redirection://receipt?return&x=1", "redirection://receipt?return#x",
            "redirection://receipt/?return", "REDIRECTION://receipt?return", "redirection://receipt?return ",
            "https://loja.example/cancel/", "https://loja.example/Cancel", "http://loja.example/cancel",
            "https://loja.example:443/cancel", "https://checkout.example/spa/session/1/h",
        ])
    func others(url: String) async throws {
        #expect(try await ending(of: "return:\(url),close") == .closed)
        #expect(Self.view.ending(ofRedirectTo: url) == nil)
    }

    @Test("Following a link to the same URLs leaves the view open")
    func links() async throws {
        let taps = "tap:redirection://receipt?return,tap:https://loja.example/cancel"
        #expect(try await ending(of: "\(taps),close") == .closed)
        #expect(try await ending(of: "\(taps),return:redirection://receipt?return") == .returned)
        await #expect(throws: PresentationError.scriptEnded(screen: "page")) { try await ending(of: taps) }
    }

    @Test("A redirect dismisses the guide's screen, and a link does not")
    @MainActor
    func screen() async throws {
        let taps = "tap:redirection://receipt?return,tap:redirection://cancel"
        for (script, stays) in [("\(taps),return:redirection://cancel", false), (taps, true)] {
            let transport = AnsweringTransport(500, .null)
            let screen = CheckoutScreenView(
                ScriptedPresenter(try CheckoutScript(parsing: script)), ApprovalClient(transport: transport))
            try? await screen.show(url: Self.view.url)
            #expect(screen.isPresented == stays)
        }
    }

    @Test("Without a cancel URL, only the return URL closes the view")
    func withoutCancelURL() async throws {
        let view = CheckoutWebView(url: Self.view.url, returnURL: Self.view.returnURL)
        #expect(try await ending(of: "return:https://loja.example/cancel,close", view) == .closed)
        #expect(try await ending(of: "return:redirection://receipt?return", view) == .returned)
    }
}
