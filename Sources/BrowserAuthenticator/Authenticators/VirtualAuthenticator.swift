import SoftAuthenticator
import Synchronization
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// A software authenticator whose abilities and person a test decides (WebAuthn section 11.2).
final class VirtualAuthenticator: Authenticator {
    /// A credential that only its ID holds, which the authenticator itself cannot list.
    struct SealedCredential: Sendable {
        let id: [UInt8]
        let rpID: String
    }

    let id: String
    let storage: any CredentialStorage
    let soft: SoftAuthenticator
    /// The same credentials, used by a touch alone.
    private let touched: SoftAuthenticator
    private let state: Mutex<VirtualAuthenticatorOptions>
    private let sealed = Mutex<[SealedCredential]>([])

    init(id: String, _ options: VirtualAuthenticatorOptions, storage: any CredentialStorage) throws {
        self.id = id
        self.storage = storage
        let attestation: AttestationSource =
            options.isCertified
            ? .authority(try storage.attestationAuthority(random: SystemRandom(), now: .now())) : .selfSigned
        soft = SoftAuthenticator(profile: options.profile, storage: storage, attestation: attestation)
        var profile = options.profile
        profile.verification = .none
        touched = SoftAuthenticator(profile: profile, storage: storage, attestation: attestation)
        state = Mutex(options)
    }

    var options: VirtualAuthenticatorOptions { state.withLock { $0 } }

    /// Changes how its person behaves.
    func change<Failure: Error>(
        _ body: (inout VirtualAuthenticatorOptions) throws(Failure) -> Void
    ) throws(Failure) {
        try state.withLock { (options) throws(Failure) in
            var changed = options
            try body(&changed)
            options = changed
        }
    }

    /// The credentials that exist only in their IDs, oldest first.
    var sealedCredentials: [SealedCredential] { sealed.withLock { $0 } }

    // MARK: Authenticator

    func capabilities() async -> AuthenticatorCapabilities {
        var capabilities = soft.capabilities()
        capabilities.residentKeys = options.hasResidentKey
        return capabilities
    }

    func makeCredential(
        _ request: MakeCredentialRequest, interaction: any UserInteraction
    ) async throws(WebAuthnError) -> MakeCredentialResponse {
        let options = options
        var request = request
        if !options.has("prf") { (request.extensions.prf, request.extensions.prfEvaluation) = (false, nil) }
        if !options.has("credBlob") { request.extensions.credBlob = nil }
        if !options.has("minPinLength") { request.extensions.minPinLength = false }
        if !options.has("payment") { request.extensions.payment = false }
        if !options.has("largeBlob") {
            guard request.extensions.largeBlob != .required else {
                throw WebAuthnError(.notSupportedError, "a large blob is required, which this authenticator lacks")
            }
            request.extensions.largeBlob = nil
        }
        let (authenticator, person) = chosen(request.requireUserVerification, options, interaction)
        let made = try await authenticator.makeCredential(request, interaction: person)
        if made.isResidentKey == false {
            sealed.withLock { $0.append(SealedCredential(id: made.credentialID, rpID: request.rpID)) }
        }
        return made
    }

    func getAssertion(
        _ request: GetAssertionRequest, interaction: any UserInteraction
    ) async throws(WebAuthnError) -> GetAssertionResponse {
        let options = options
        var request = request
        if !options.has("prf") {
            (request.extensions.prfEvaluation, request.extensions.prfEvaluationByCredential) = (nil, [:])
        }
        if !options.has("credBlob") { request.extensions.getCredBlob = false }
        if !options.has("largeBlob") { request.extensions.largeBlob = nil }
        let (authenticator, person) = chosen(request.requireUserVerification, options, interaction)
        return try await authenticator.getAssertion(request, interaction: person)
    }

    func cancel() async {
        soft.cancel()
        touched.cancel()
    }

    /// Where verification would fail, a request that does without it is answered by a touch.
    private func chosen(
        _ requiresVerification: Bool, _ options: VirtualAuthenticatorOptions, _ interaction: any UserInteraction
    ) -> (SoftAuthenticator, any UserInteraction) {
        guard options.isUserConsenting else { return (soft, RefusingPerson(interaction)) }
        guard options.profile.verification != .none, !options.isUserVerified else { return (soft, interaction) }
        return requiresVerification ? (soft, RefusingPerson(interaction)) : (touched, interaction)
    }

    // MARK: Credentials

    /// Removes a credential of either kind.
    /// - Returns: false if there was none.
    func remove(_ id: [UInt8], rpID: String) throws(CredentialStorageError) -> Bool {
        let wasSealed = sealed.withLock { credentials in
            let count = credentials.count
            credentials.removeAll { $0.id == id && $0.rpID == rpID }
            return credentials.count < count
        }
        return try storage.delete(rpID: rpID, id: id) || wasSealed
    }
}

/// Declines whatever the script of gestures says, which counts the question all the same.
private struct RefusingPerson: UserInteraction {
    private let interaction: any UserInteraction

    init(_ interaction: any UserInteraction) { self.interaction = interaction }

    func requestGesture(_ prompt: GesturePrompt) async throws(WebAuthnError) -> UserGesture {
        _ = try await interaction.requestGesture(prompt)
        return .decline
    }
}
