import SoftAuthenticator
import Synchronization
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

/// The ceremonies of pages: WebAuthnClient in front of the authenticators of one browser.
final class PageCeremonies: Sendable {
    private struct State {
        var pending: [String: Task<JSON, any Error>] = [:]
        /// Canceled before they arrived.
        var canceled: [String] = []
    }

    /// How many calls that never arrive are remembered.
    private static let memory = 100
    /// A conditional request waits for its passkey as long as the page is there.
    private static let withoutEnd = Duration.seconds(30 * 86_400)

    private let authenticators: VirtualAuthenticators
    private let state = Mutex(State())

    init(_ authenticators: VirtualAuthenticators) { self.authenticators = authenticators }

    /// - Returns: `result`, or `error` with WebAuthn's name for it.
    func answer(_ call: PageCall) async -> JSON {
        do {
            return ["result": try await result(of: call)]
        } catch let error as WebAuthnError {
            return ["error": ["name": .string(error.name.rawValue), "message": .string(error.message)]]
        } catch let error as OptionsError {
            return ["error": ["name": "TypeError", "message": .string("\(error)")]]
        } catch let error as JSONMemberError {
            return ["error": ["name": "TypeError", "message": .string("\(error)")]]
        } catch {
            return ["error": ["name": "UnknownError", "message": .string("\(error)")]]
        }
    }

    private func result(of call: PageCall) async throws -> JSON {
        switch call.method {
        case .create: return try await cancelable(call) { try await self.create(call) }
        case .get: return try await cancelable(call) { try await self.get(call) }
        case .cancel:
            cancel(call.id)
            return .null
        case .capabilities: return await capabilities()
        case .signalUnknownCredential, .signalAllAcceptedCredentials, .signalCurrentUserDetails:
            try PageSignal(call, authenticators).perform()
            return .null
        }
    }

    // MARK: Ceremonies

    private func create(_ call: PageCall) async throws -> JSON {
        let (origin, topOrigin) = try caller(of: call, "publickey-credentials-create")
        let options = try OptionsReader().creationOptions(Array(call.options.serialized().utf8)).options
        let timeout = options.timeout.map { Duration.milliseconds($0) }
        // The RP ID is judged even where there is no authenticator.
        _ = try RelyingPartyScope(rpID: options.rp.id, path: "rp.id", origin: origin)
        let response = try await first { client async throws(WebAuthnError) in
            try await client.create(options, origin: origin, topOrigin: topOrigin, timeout: timeout)
        }
        authenticators.noteChange()
        return try response.json()
    }

    private func get(_ call: PageCall) async throws -> JSON {
        let (origin, topOrigin) = try caller(of: call, "publickey-credentials-get")
        let options = try OptionsReader().requestOptions(Array(call.options.serialized().utf8)).options
        let isConditional = call.mediation == .conditional
        let timeout = isConditional ? Self.withoutEnd : options.timeout.map { Duration.milliseconds($0) }
        _ = try RelyingPartyScope(rpID: options.rpID, path: "rpId", origin: origin)
        let attempt = { [self] () async throws(WebAuthnError) -> AuthenticationResponse in
            try await first { client async throws(WebAuthnError) in
                try await client.get(options, origin: origin, topOrigin: topOrigin, timeout: timeout)
            }
        }
        guard isConditional else { return try await attempt().json() }
        // Without a passkey, and after a refusal, the page stays as it is (WebAuthn section 5.1.4.2).
        for await _ in authenticators.changes() {
            do throws(WebAuthnError) {
                return try await attempt().json()
            } catch {
                guard error.name == .notAllowedError else { throw error }
            }
        }
        throw WebAuthnError(.abortError, "the page canceled the request")
    }

    /// The page's origin and that of the page around it, where a frame asks.
    private func caller(of call: PageCall, _ feature: String) throws(WebAuthnError) -> (Origin, Origin?) {
        guard call.isPermitted else {
            throw WebAuthnError(
                .notAllowedError, "the permissions policy does not give \(feature) to this frame")
        }
        return (try Origin(call.origin), try call.topOrigin.map { (text) throws(WebAuthnError) in try Origin(text) })
    }

    /// Asks one authenticator after the other, until one succeeds or its person has answered.
    private func first<Value: Sendable>(
        _ ceremony: (WebAuthnClient) async throws(WebAuthnError) -> Value
    ) async throws(WebAuthnError) -> Value {
        var reason: WebAuthnError?
        for authenticator in authenticators.all {
            let person = WatchedInteraction(
                authenticator.options.gestures ?? ScriptedInteraction(.approve))
            do throws(WebAuthnError) {
                return try await ceremony(WebAuthnClient(authenticator: authenticator, interaction: person))
            } catch {
                guard !person.wasAsked, error.name != .abortError else { throw error }
                reason = reason ?? error
            }
        }
        throw reason ?? WebAuthnError(.notAllowedError, "there is no authenticator; add one")
    }

    private func capabilities() async -> JSON {
        var isPlatform = false
        for authenticator in authenticators.all {
            let capabilities = await authenticator.capabilities()
            isPlatform = isPlatform || capabilities.attachment == .platform && capabilities.userVerification
        }
        return ["userVerifyingPlatformAuthenticator": .bool(isPlatform)]
    }

    // MARK: Cancellation

    private func cancelable(_ call: PageCall, _ work: @escaping @Sendable () async throws -> JSON) async throws -> JSON
    {
        let abort = WebAuthnError(.abortError, "the page canceled the request")
        let task: Task<JSON, any Error>? = state.withLock { state in
            if let index = state.canceled.firstIndex(of: call.id) {
                state.canceled.remove(at: index)
                return nil
            }
            let task = Task { try await work() }
            if !call.id.isEmpty { state.pending[call.id] = task }
            return task
        }
        guard let task else { throw abort }
        defer { state.withLock { $0.pending[call.id] = nil } }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func cancel(_ id: String) {
        guard !id.isEmpty else { return }
        let task = state.withLock { state in
            let task = state.pending[id]
            if task == nil { state.canceled = state.canceled.suffix(Self.memory - 1) + [id] }
            return task
        }
        task?.cancel()
    }
}
