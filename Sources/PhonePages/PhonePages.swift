import APIClient
import Pages
import Sandbox
import SandboxKit
import WebAuthnClient

/// Phones in the browser, beside a sandbox of Biometric Pix: each does what the provider's app does, over the sandbox's
/// own API.
public final class PhonePages: Sendable {
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

    /// Longer than a page's steps wait, and shorter than a page may take.
    public static let answerTime = Duration.seconds(10)

    let configuration: Configuration
    let phones: Phones

    public init(_ configuration: Configuration) {
        self.configuration = configuration
        phones = Phones(configuration.archive)
    }

    /// The pages, for `SandboxConfiguration.pages`.
    public var routes: [Route] { listRoutes + stepRoutes + optionsRoutes }

    /// Closes the phones' stores, after the sandbox has stopped.
    public func close() async { await phones.close() }

    /// - Parameters:
    ///   - path: below `/device`.
    ///   - secrets: names of fields that are secret, besides the usual ones.
    func route(
        _ method: String, _ path: String = "", secrets: [String] = [],
        _ handler: @escaping @Sendable (PhoneVisit) async throws -> SandboxResponse
    ) -> Route {
        Route(method, "device\(path)", access: .open, secrets: secrets) { [self] request in
            var response = await PhoneVisit(request, configuration).admitted(handler)
            // The person's clicks are no requests of an app; those are recorded where the phone sends them.
            response.isRecorded = false
            return response
        }
    }
}
