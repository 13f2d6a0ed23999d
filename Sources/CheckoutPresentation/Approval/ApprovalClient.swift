import APIClient
import CredentialStore
import FoundationEssentials
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

/// The person's approval on a payer's page, for SDKs: it shows the payment, asks for a gesture, and the passkey signs
/// the payment. The first visit creates the passkey.
public struct ApprovalClient: Sendable {
    private let transport: any HTTPTransport
    private let authenticator: any Authenticator
    private let interaction: any UserInteraction
    private let clock: any Clock<Duration>

    /// - Parameters:
    ///   - transport: reaches the pages.
    ///   - authenticator: holds the person's passkeys. Default: the software authenticator with the default store.
    ///   - interaction: asks for gestures. Default: the gestures in `TOQUE_GESTURE`.
    ///   - clock: measures the ceremonies' timeouts.
    public init(
        transport: any HTTPTransport, authenticator: (any Authenticator)? = nil,
        interaction: (any UserInteraction)? = nil, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.transport = transport
        self.authenticator = authenticator ?? DefaultAuthenticator.ofProcess
        self.interaction =
            interaction ?? EnvironmentInteraction(environment: ProcessInfo.processInfo.environment, owner: "the SDK")
        self.clock = clock
    }

    /// Reads a page, shows its payment, and approves. Declining the gesture declines the payment.
    /// - Throws: `ApprovalError`. It signs only the payment's own challenge.
    public func approve(
        at url: String, presenter: any CheckoutPresenter
    ) async throws(ApprovalError) -> ApprovalOutcome {
        let (server, path) = try Self.locate(url)
        let request = try await read(path, of: server)
        await presenter.show(.confirmation(request.summary))
        var body: JSONObject = ["decision": "approve"]
        if let authentication = request.authentication {
            var options = try Self.requestOptions(authentication)
            guard options.challenge == request.challenge else { throw .challenge }
            let creation = try request.registration.map(Self.creationOptions)
            let person = WatchedPerson(interaction)
            let client = WebAuthnClient(authenticator: authenticator, interaction: person, clock: clock)
            do throws(WebAuthnError) {
                let origin = try Origin(Self.origin(of: server))
                if let creation {
                    let made = try await client.create(creation, origin: origin)
                    body["registration"] = try Self.json(of: made)
                    // The page cannot know a credential that was just created.
                    options.allowCredentials = [PublicKeyCredentialDescriptor(id: made.credentialID)]
                }
                body["authentication"] = try await client.get(options, origin: origin).json()
            } catch {
                guard person.hasDeclined else { throw .ceremony(error) }
                body = ["decision": "decline"]
            }
        }
        return try await decide(body, path, of: server)
    }

    /// Declines on a page, without a signature.
    /// - Parameters:
    ///   - url: the page.
    ///   - leaving: true to use the page's cancel button, if it has one.
    public func decline(at url: String, leaving: Bool = false) async throws(ApprovalError) -> ApprovalOutcome {
        let (server, path) = try Self.locate(url)
        return try await decide(["decision": leaving ? "cancel" : "decline"], path, of: server)
    }

    // MARK: The page

    private func read(_ path: String, of server: ServerURL) async throws(ApprovalError) -> ApprovalRequest {
        let answer = try await send(APIRequest(.get, path), to: server)
        do throws(JSONMemberError) {
            return try ApprovalRequest(JSONReader(answer))
        } catch {
            throw .unreadable("\(error)")
        }
    }

    private func decide(
        _ body: JSONObject, _ path: String, of server: ServerURL
    ) async throws(ApprovalError) -> ApprovalOutcome {
        let answer = try await send(APIRequest(.post, path, body: .json(.object(body))), to: server)
        do throws(JSONMemberError) {
            return try ApprovalOutcome(JSONReader(answer))
        } catch {
            throw .unreadable("\(error)")
        }
    }

    private func send(_ request: APIRequest, to server: ServerURL) async throws(ApprovalError) -> JSON {
        let answer: APIAnswer
        do throws(ConnectionError) {
            answer = try await transport.send(request, to: server)
        } catch {
            throw .connection(error)
        }
        guard (200...299).contains(answer.status) else {
            throw .refused(status: answer.status, code: (try? answer.json()).flatMap(Self.code))
        }
        do throws(JSONSyntaxError) {
            return try answer.json()
        } catch {
            throw .unreadable("\(error)")
        }
    }

    /// The code in a provider's error, whose form depends on the provider.
    private static func code(_ error: JSON) -> String? {
        let item = error.arrayValue?.first ?? error["error"] ?? error
        return item["code"]?.stringValue ?? item["status"]?["message"]?.stringValue
    }

    private static func locate(_ url: String) throws(ApprovalError) -> (server: ServerURL, path: String) {
        guard let found = ServerURL.locate(url) else { throw .url(url) }
        return found
    }

    /// A page's origin. RP IDs are not IP addresses, so pages on this machine are `localhost`.
    private static func origin(of server: ServerURL) -> String {
        let host = server.isLoopback ? "localhost" : Authority.bracketed(server.authority.host)
        return "\(server.scheme)://\(host)" + (server.authority.port.map { ":\($0)" } ?? "")
    }

    // MARK: The ceremonies

    private static func requestOptions(_ json: JSON) throws(ApprovalError) -> PublicKeyCredentialRequestOptions {
        do throws(OptionsError) {
            return try OptionsReader().requestOptions(json.utf8).options
        } catch {
            throw .options(error)
        }
    }

    private static func creationOptions(_ json: JSON) throws(ApprovalError) -> PublicKeyCredentialCreationOptions {
        do throws(OptionsError) {
            return try OptionsReader().creationOptions(json.utf8).options
        } catch {
            throw .options(error)
        }
    }

    private static func json(of response: RegistrationResponse) throws(WebAuthnError) -> JSON {
        do {
            return try response.json()
        } catch {
            throw WebAuthnError(.unknownError, "the authenticator's attestation cannot be read: \(error)")
        }
    }
}
