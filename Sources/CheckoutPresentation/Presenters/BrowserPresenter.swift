import APIClient
import Synchronization
import ToqueEncoding

/// Opens pages in the person's browser and waits until the browser returns to this machine. If a page returns
/// elsewhere, such as to an app, the result is `opened`. Another presenter shows the other screens.
public final class BrowserPresenter: CheckoutPresenter {
    private let other: any CheckoutPresenter
    private let open: @Sendable (String) async -> Bool
    private let own = Mutex<ReturnListener?>(nil)

    /// - Parameters:
    ///   - other: shows screens that are not pages.
    ///   - open: opens a URL; returns false if that is impossible.
    public init(
        other: any CheckoutPresenter = TerminalPresenter(),
        open: @escaping @Sendable (String) async -> Bool = { await SystemOpener.open($0) }
    ) {
        self.other = other
        self.open = open
    }

    public func present(_ screen: CheckoutScreen) async throws(PresentationError) -> CheckoutAction {
        switch screen {
        case .page(let page), .challenge(let page): return try await present(page)
        case .qr(let code):
            guard let page = code.page else { return try await other.present(screen) }
            await other.show(screen)
            return try await present(CheckoutPage(page))
        case .methods, .form, .confirmation, .loader, .result: return try await other.present(screen)
        }
    }

    private func present(_ page: CheckoutPage) async throws(PresentationError) -> CheckoutAction {
        let known = own.withLock { $0 }.flatMap { page.returnURLs.contains($0.url) ? $0 : nil }
        let listener: ReturnListener? =
            if let known { known } else { await Self.listener(for: page.returnURLs) }
        // If the browser cannot be opened, the person opens the page by hand.
        if await !open(page.url) {
            await other.show(.result(CheckoutNotice("Open in a browser:", message: page.url)))
        }
        guard let listener else { return .opened }
        let url = await listener.nextURL()
        if known == nil { await listener.stop() }
        guard let url else { throw .canceled }
        return .returned(url: url)
    }

    /// Listens on the port of the first URL that returns to this machine; nil if there is no such URL or the port is in
    /// use.
    private static func listener(for urls: [String]) async -> ReturnListener? {
        for url in urls {
            guard let (server, _) = ServerURL.locate(url), server.scheme == "http", server.isLoopback,
                let port = server.authority.port
            else { continue }
            let paths = urls.compactMap { other in
                ServerURL.locate(other).flatMap { $0.server == server ? String($0.path.prefix { $0 != "?" }) : nil }
            }
            return try? await ReturnListener.start(
                host: server.authority.host, port: Int(port), taking: Set(paths))
        }
        return nil
    }

    public func show(_ screen: CheckoutScreen) async { await other.show(screen) }

    public func returnURL() async throws(PresentationError) -> String? {
        if let listener = own.withLock({ $0 }) { return listener.url }
        let listener: ReturnListener
        do {
            listener = try await ReturnListener.start(taking: ["/return"])
        } catch {
            throw .listening("\(error)")
        }
        own.withLock { $0 = listener }
        return listener.url
    }

    public func finish() async {
        let listener = own.withLock { own in
            defer { own = nil }
            return own
        }
        await listener?.stop()
        await other.finish()
    }
}
