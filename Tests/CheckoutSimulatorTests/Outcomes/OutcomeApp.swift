import APIClient
import CheckoutPresentation
import SoftAuthenticator
import ToqueEncoding
import ToqueTestSupport
import ToqueWebAuthn

/// An app on a device, opened once: it gives a provider's SDK its replacements for a phone.
struct OutcomeApp: Sendable {
    let server: ServerURL
    let transport: any HTTPTransport
    let clock = HastyClock()
    let presenter: ScriptedPresenter
    let authenticator: any Authenticator
    let interaction: ScriptedInteraction
    /// The maximum wait for a result.
    let timeout: Duration

    /// The interval between two looks at the app's state.
    static let pause = Duration.milliseconds(50)

    private static let wire = AsyncHTTPTransport(timeout: .seconds(300))

    /// - Parameters:
    ///   - words: The words of a `CheckoutScript`; `forge` authorizes with a wrong signature, `refuse` without a
    ///     gesture.
    ///   - waits: Whether the person does nothing after the script has ended.
    init(
        _ words: [String], at server: ServerURL, passkeys: any CredentialStorage, waits: Bool, timeout: Duration
    ) throws {
        self.server = server
        self.timeout = timeout
        let script = words.map { ["forge", "refuse"].contains($0) ? "authorize" : $0 } + (waits ? ["wait:8h"] : [])
        presenter = ScriptedPresenter(try CheckoutScript(parsing: script.joined(separator: ",")), clock: clock)
        transport = words.contains("forge") ? ForgingTransport(wire: Self.wire) : Self.wire
        authenticator = SoftAuthenticator(profile: .ios, storage: passkeys)
        interaction = ScriptedInteraction(words.contains("refuse") ? .decline : .approve)
    }

    var approval: ApprovalClient {
        ApprovalClient(transport: transport, authenticator: authenticator, interaction: interaction)
    }
    var polling: Polling { Polling(interval: .seconds(1), timeout: timeout) }
}

/// Flips a bit of every assertion's signature on its way to the payer's page.
private struct ForgingTransport: HTTPTransport {
    let wire: any HTTPTransport
    private static let path = "authentication.response.signature"

    func send(_ request: APIRequest, to server: ServerURL) async throws(ConnectionError) -> APIAnswer {
        var request = request
        if let body = request.body?.json,
            let text = body["authentication"]?["response"]?["signature"]?.stringValue,
            var signature = Base64URL.decode(text)
        {
            signature[signature.count - 1] ^= 1
            request.body = .json(body.with(Self.path, .string(Base64URL.encode(signature))))
        }
        return try await wire.send(request, to: server)
    }
}

/// Real time in which sleeping takes a tenth of its time.
struct HastyClock: Clock {
    typealias Instant = ContinuousClock.Instant
    var now: Instant { ContinuousClock().now }
    var minimumResolution: Duration { ContinuousClock().minimumResolution }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await Task.sleep(for: now.duration(to: deadline) / 10)
    }
}
