import Attestation
import Synchronization
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

/// A small authenticator with one ES256 key and valid answers, which records its requests.
final class FakeAuthenticator: Authenticator {
    static let credentialID: [UInt8] = Array("credential".utf8)
    static let aaguid = AAGUID([UInt8](repeating: 0xA5, count: 16)) ?? .zero

    struct Asked: Sendable {
        var making: MakeCredentialRequest?
        var asserting: GetAssertionRequest?
        var user: PublicKeyCredentialUserEntity?
    }

    let publicKey: COSEKey
    var asked: Asked { state.withLock { $0 } }

    private let abilities: AuthenticatorCapabilities
    private let format: AttestationFormat
    private let certificates: [[UInt8]]?
    private let failure: WebAuthnError?
    private let made: RegistrationExtensionOutputs
    private let asserted: AuthenticationExtensionOutputs
    private let key: SigningKey
    private let state = Mutex(Asked())

    init(
        _ abilities: AuthenticatorCapabilities = FakeAuthenticator.able(), format: AttestationFormat = .none,
        certificates: [[UInt8]]? = nil, failure: WebAuthnError? = nil,
        made: RegistrationExtensionOutputs = .init(), asserted: AuthenticationExtensionOutputs = .init()
    ) throws {
        self.abilities = abilities
        self.format = format
        self.certificates = certificates
        self.failure = failure
        self.made = made
        self.asserted = asserted
        let pair = try KeyPair.generate(.ec(.p256), random: SeededRandom(seed: "fake"))
        publicKey = try COSEKey(algorithm: .es256, parameters: pair.publicKey)
        key = try SigningKey(pair, deterministic: true)
    }

    static func able(
        aaguid: AAGUID = FakeAuthenticator.aaguid, attachment: AuthenticatorAttachment = .platform,
        algorithms: [COSEAlgorithm] = [.es256], residentKeys: Bool = true, userVerification: Bool = true
    ) -> AuthenticatorCapabilities {
        AuthenticatorCapabilities(
            aaguid: aaguid, attachment: attachment, transports: [.internal, .hybrid], algorithms: algorithms,
            attestationFormats: [.packed, .none], residentKeys: residentKeys, userVerification: userVerification)
    }

    func capabilities() async throws(WebAuthnError) -> AuthenticatorCapabilities { abilities }

    func makeCredential(
        _ request: MakeCredentialRequest, interaction: any UserInteraction
    ) async throws(WebAuthnError) -> MakeCredentialResponse {
        state.withLock {
            $0.making = request
            $0.user = request.user
        }
        if let failure { throw failure }
        try await ask(.register, rpID: request.rpID, interaction)
        let data = authenticatorData(
            rpID: request.rpID,
            credential: AttestedCredentialData(
                aaguid: abilities.aaguid, credentialID: Self.credentialID, credentialPublicKey: publicKey.encoded))
        var statement = AttestationStatement.none
        if format == .packed {
            let signature = try sign(data + request.clientDataHash)
            statement = .packed(PackedStatement(algorithm: .es256, signature: signature, x5c: certificates))
        }
        return MakeCredentialResponse(
            credentialID: Self.credentialID,
            attestationObject: AttestationObject(
                format: statement.format, statement: statement.encoded, authenticatorData: data),
            isResidentKey: request.requireResidentKey, extensions: made)
    }

    func getAssertion(
        _ request: GetAssertionRequest, interaction: any UserInteraction
    ) async throws(WebAuthnError) -> GetAssertionResponse {
        state.withLock { $0.asserting = request }
        if let failure { throw failure }
        try await ask(.authenticate, rpID: request.rpID, interaction)
        let data = authenticatorData(rpID: request.rpID, credential: nil)
        return GetAssertionResponse(
            credentialID: Self.credentialID, authenticatorData: data,
            signature: try sign(data + request.clientDataHash), userHandle: asked.user?.id, extensions: asserted)
    }

    func cancel() async {}

    private func ask(
        _ operation: GesturePrompt.Operation, rpID: String, _ interaction: any UserInteraction
    ) async throws(WebAuthnError) {
        let prompt = GesturePrompt(operation: operation, rpID: rpID, verification: .fingerprint)
        guard try await interaction.requestGesture(prompt) == .approve else {
            throw WebAuthnError(.notAllowedError, "the person declined")
        }
    }

    private func authenticatorData(rpID: String, credential: AttestedCredentialData?) -> [UInt8] {
        AuthenticatorData(
            rpIDHash: Digest.sha256(rpID), flags: [.userPresent, .userVerified], signCount: 0,
            attestedCredentialData: credential
        ).encoded
    }

    private func sign(_ message: [UInt8]) throws(WebAuthnError) -> [UInt8] {
        do {
            return try key.sign(message, scheme: .ecdsa(.sha256))
        } catch {
            throw WebAuthnError(.unknownError, "\(error)")
        }
    }
}

/// A person who always answers the same.
struct Person: UserInteraction {
    let gesture: UserGesture

    static let approving = Person(gesture: .approve)
    static let declining = Person(gesture: .decline)

    func requestGesture(_ prompt: GesturePrompt) async throws(WebAuthnError) -> UserGesture { gesture }
}

/// A person who never acts: the request ends when its task is canceled.
struct AbsentPerson: UserInteraction {
    func requestGesture(_ prompt: GesturePrompt) async throws(WebAuthnError) -> UserGesture {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        withExtendedLifetime(continuation) {}
        return .timeout
    }
}
