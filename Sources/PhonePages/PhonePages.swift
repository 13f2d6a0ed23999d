import APIClient
import Dashboard
import Pages
import Sandbox
import SandboxKit
import WebAuthnClient

/// Phones in the browser, beside a sandbox of Biometric Pix: each does what the provider's app does, over the sandbox's
/// own API.
public final class PhonePages: ControlPages {
    public struct Configuration: Sendable {
        /// The keys with which phones call the API; the first is the usual one.
        public var keys: [APIKey]
        public var archive = PhoneArchive.memory
        /// Sends the phones' requests, and the pasted options' answers; its owner shuts it down.
        public var transport: any HTTPTransport
        /// The page's own origin, if the bank takes ceremonies of the browser's authenticator there.
        public var browserOrigin: Origin?

        public init(keys: [APIKey], transport: any HTTPTransport) {
            self.keys = keys
            self.transport = transport
        }
    }

    /// Longer than the steps of a page wait.
    public static let answerTime = Duration.seconds(10)

    public let root = PhoneVisit.root

    let configuration: Configuration
    let phones: Phones

    public init(_ configuration: Configuration) {
        self.configuration = configuration
        phones = Phones(configuration.archive)
    }

    public func routes(_ control: ControlCaller) -> [Route] { listRoutes + stepRoutes + optionsRoutes }

    public func refusal(_ error: SandboxError, of request: SandboxRequest) -> SandboxResponse {
        // A form is not sent again: the phone says how far it has come.
        if error.status == 401 { return TokenPage.ask(request, next: request.method == "GET" ? nil : PhoneVisit.home) }
        return PhoneVisit(request, configuration).refusal(error)
    }

    /// Closes the phones' stores, after the sandbox has stopped.
    public func close() async { await phones.close() }

    /// - Parameter path: below `/device`.
    func route(
        _ method: String, _ path: String = "",
        _ handler: @escaping @Sendable (PhoneVisit) async throws -> SandboxResponse
    ) -> Route {
        Route(method, "\(root)\(path)", access: .open) { [self] request in
            await PhoneVisit(request, configuration).answer(handler)
        }
    }
}
