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

    /// How often a page is asked after one command.
    private static let exchanges = 8

    let id: String
    let service: BrowserService
    private let calls: CarriedCalls
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
        calls = CarriedCalls(service, token: token)
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
            "cmd": "Page.addScriptToEvaluateOnNewDocument",
            "params": ["source": .string(WebAuthnScript.carrier + script)],
        ]
        _ = try? await driver("POST", "/session/\(id)/goog/cdp/execute", Array(command.serialized().utf8))
    }

    /// Runs the script in the current page or frame, which does nothing where it ran before, and carries its calls. A
    /// page that cannot run it, such as one with an open dialog, gets it with the next command.
    /// - Parameter isDriverBusyNext: the next command lasts as long as the page wants.
    func inject(isDriverBusyNext: Bool = false) async {
        await carryCalls(after: WebAuthnScript.carrier + script, isDriverBusyNext: isDriverBusyNext)
    }

    /// Carries the calls of a page whose policy forbids requests, and the answers to earlier ones.
    func carryCalls() async { await carryCalls(after: "", isDriverBusyNext: false) }

    private func carryCalls(after script: String, isDriverBusyNext: Bool) async {
        guard isActive, await !hasDialog() else { return }
        var code = script
        // A page asks anew once it has an answer. What is left has its turn with the next command.
        for _ in 0..<Self.exchanges {
            let command: JSON = [
                "script": .string(code + CarriedCalls.exchange), "args": [calls.answers, .bool(isDriverBusyNext)],
            ]
            guard
                let answer = try? await driver("POST", "/session/\(id)/execute/sync", Array(command.serialized().utf8)),
                let exchange = answer.json?["value"], await calls.take(exchange)
            else { return }
            code = ""
        }
    }

    /// A script would close a dialog of the page, which is the test's to answer.
    private func hasDialog() async -> Bool {
        guard let answer = try? await driver("GET", "/session/\(id)/alert/text", []) else { return true }
        return answer.status == 200
    }
}
