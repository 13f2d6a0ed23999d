import Synchronization
import ToqueCrypto
import ToqueEncoding

/// A WebDriver session: its authenticators, and the script in its pages.
final class WebDriverSession: Sendable {
    private struct State {
        /// True once the test has added an authenticator: until then pages are as the browser made them.
        var isActive = false
        /// The windows in which the browser itself runs the script before every page.
        var prepared: Set<String> = []
    }

    let id: String
    let service: BrowserService
    private let hasCDP: Bool
    private let script: String
    private let driver: WebDriverProxy.Driver
    private let state = Mutex(State())

    /// - Parameters:
    ///   - hasCDP: the driver has ChromeDriver's command for the Chrome DevTools Protocol.
    ///   - url: of the proxy.
    init(id: String, hasCDP: Bool, url: String, driver: @escaping WebDriverProxy.Driver) throws {
        self.id = id
        self.hasCDP = hasCDP
        self.driver = driver
        let token = Hex.encode(SystemRandom().bytes(32))
        let script = WebAuthnScript.configured(
            url: "\(url)\(WebDriverProxy.pages)/\(id)\(BrowserService.pagePath)", token: token)
        self.script = script
        service = try BrowserService(
            access: BrowserAccess(token: token, origins: .any), script: { script }, prepare: { _ in })
    }

    var isActive: Bool { state.withLock { $0.isActive } }

    /// From now on, pages of this session have the script.
    func activate() async {
        state.withLock { $0.isActive = true }
        await prepareWindow()
        await inject()
    }

    /// Has the browser run the script in the current window before each page's own scripts, if the driver can tell it.
    func prepareWindow() async {
        guard hasCDP, isActive, let answer = try? await driver("GET", "/session/\(id)/window", []),
            let handle = answer.json?["value"]?.stringValue,
            state.withLock({ $0.prepared.insert(handle).inserted })
        else { return }
        let command: JSON = [
            "cmd": "Page.addScriptToEvaluateOnNewDocument", "params": ["source": .string(script)],
        ]
        _ = try? await driver("POST", "/session/\(id)/goog/cdp/execute", Array(command.serialized().utf8))
    }

    /// Runs the script in the current page or frame, which does nothing where it ran before. A page that cannot run it,
    /// such as one with an open dialog, gets it with the next command.
    func inject() async {
        guard isActive else { return }
        let command: JSON = ["script": .string(script), "args": []]
        _ = try? await driver("POST", "/session/\(id)/execute/sync", Array(command.serialized().utf8))
    }
}
