import APIClient
import CheckoutPresentation
import Synchronization
import Testing

@Suite struct BrowserPresenterTests {
    /// A person at a browser, who opens a page that leads to a URL.
    private final class Browser: Sendable {
        private let destination: (@Sendable (String) -> String)?
        private let state = Mutex<(opened: [String], statuses: [Int])>(([], []))
        var opened: [String] { state.withLock { $0.opened } }
        var statuses: [Int] { state.withLock { $0.statuses } }

        /// - Parameter destination: The page's destination; nil if it stays open.
        init(_ destination: (@Sendable (String) -> String)? = nil) { self.destination = destination }

        @Sendable func open(_ url: String) async -> Bool {
            state.withLock { $0.opened.append(url) }
            guard let destination, let (server, path) = ServerURL.locate(destination(url)) else { return true }
            let transport = AsyncHTTPTransport()
            for path in ["/favicon.ico", path] {
                let status = (try? await transport.send(APIRequest(.get, path), to: server).status) ?? 0
                state.withLock { $0.statuses.append(status) }
            }
            await transport.shutdown()
            return true
        }
    }

    private let script = try? ScriptedPresenter(CheckoutScript(parsing: "choose:PIX,close"))

    @Test("A page that leads back to the presenter's own URL returns that URL")
    func ownURL() async throws {
        let page = Mutex("")
        let browser = Browser { _ in page.withLock { $0 } + "?id=1" }
        let presenter = BrowserPresenter(open: browser.open)
        let url = try #require(try await presenter.returnURL())
        #expect(try await presenter.returnURL() == url)
        page.withLock { $0 = url }
        let action = try await presenter.present(.page(CheckoutPage("http://bank.example/a", returnURLs: [url])))
        #expect(action == .returned(url: url + "?id=1"))
        #expect(browser.opened == ["http://bank.example/a"])
        #expect(browser.statuses == [404, 200])
        await presenter.finish()
    }

    @Test("The presenter listens on a free local port that the page leads back to")
    func loopbackURL() async throws {
        // A port that was free a moment ago.
        let spare = BrowserPresenter(open: { _ in true })
        let (server, _) = try #require(ServerURL.locate(try await spare.returnURL() ?? ""))
        await spare.finish()
        let urls = ["\(server)/ok", "\(server)/cancel"]
        let presenter = BrowserPresenter(open: Browser { _ in urls[1] }.open)
        let action = try await presenter.present(.challenge(CheckoutPage("http://bank.example/", returnURLs: urls)))
        #expect(action == .returned(url: urls[1]))
    }

    @Test(
        "A page that leads back to an app or to another machine is open elsewhere",
        arguments: [["redirection://receipt?return"], ["https://loja.example/volta"], []])
    func elsewhere(urls: [String]) async throws {
        let browser = Browser()
        let presenter = BrowserPresenter(open: browser.open)
        let page = CheckoutPage("http://localhost:8420/spa/session/1/ab", returnURLs: urls)
        #expect(try await presenter.present(.page(page)) == .opened)
        #expect(browser.opened == [page.url])
    }

    @Test("The presenter leaves a port to a shop that listens on it")
    func takenPort() async throws {
        let shop = BrowserPresenter(open: { _ in true })
        let url = try #require(try await shop.returnURL())
        let presenter = BrowserPresenter(open: Browser().open)
        #expect(try await presenter.present(.page(CheckoutPage("http://bank.example/", returnURLs: [url]))) == .opened)
        await shop.finish()
    }

    @Test("A page whose payment has ended is closed")
    func cancellation() async throws {
        let presenter = BrowserPresenter(open: { _ in true })
        let url = try #require(try await presenter.returnURL())
        let task = Task { try await presenter.present(.page(CheckoutPage("http://bank.example/", returnURLs: [url]))) }
        task.cancel()
        await #expect(throws: PresentationError.canceled) { try await task.value }
        await presenter.finish()
    }

    @Test("The page behind a QR code opens in the browser, and the other presenter shows the other screens")
    func otherScreens() async throws {
        let browser = Browser()
        let presenter = BrowserPresenter(other: try #require(script), open: browser.open)
        #expect(try await presenter.present(Screens.methods) == .choose("PIX"))
        #expect(try await presenter.present(Screens.qr) == .opened)
        #expect(browser.opened == ["http://localhost:8420/pix/AA"])
        #expect(try await presenter.present(Screens.failure) == .close)
    }

    @Test("Only web pages are opened", arguments: ["file:///etc/passwd", "-x", "app://volta", "javascript:alert(1)"])
    func onlyWebPages(url: String) async { #expect(await SystemOpener.open(url) == false) }
}
