import Synchronization
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

@testable import SoftAuthenticator

/// Requests of a relying party, for a test to vary.
enum Sample {
    static let rpID = "shop.example"
    static let hash = Digest.sha256("client data")
    static let user = PublicKeyCredentialUserEntity(id: [1, 2, 3], name: "ana", displayName: "Ana")

    static func user(_ number: UInt8) -> PublicKeyCredentialUserEntity {
        PublicKeyCredentialUserEntity(id: [number], name: "user \(number)", displayName: "User \(number)")
    }

    static func make(
        rpID: String = rpID, user: PublicKeyCredentialUserEntity = user,
        algorithms: [COSEAlgorithm] = [.es256, .edDSA, .rs256], exclude: [[UInt8]] = [],
        requireResidentKey: Bool = false, requireUserVerification: Bool = false,
        attestation: AttestationConveyancePreference = .none, formats: [AttestationFormat] = []
    ) -> MakeCredentialRequest {
        MakeCredentialRequest(
            clientDataHash: hash, rpID: rpID, rpName: "Shop", user: user, algorithms: algorithms,
            excludeCredentials: exclude.map { PublicKeyCredentialDescriptor(id: $0) },
            requireResidentKey: requireResidentKey, requireUserVerification: requireUserVerification,
            attestation: attestation, attestationFormats: formats)
    }

    static func get(
        rpID: String = rpID, allow: [[UInt8]] = [], requireUserVerification: Bool = false
    ) -> GetAssertionRequest {
        GetAssertionRequest(
            clientDataHash: hash, rpID: rpID,
            allowCredentials: allow.map { PublicKeyCredentialDescriptor(id: $0) },
            requireUserVerification: requireUserVerification)
    }
}

/// A script that records the prompts.
final class RecordingInteraction: UserInteraction {
    private let script: ScriptedInteraction
    private let recorded = Mutex<[GesturePrompt]>([])

    init(_ gesture: UserGesture = .approve) { script = ScriptedInteraction(gesture) }

    var prompts: [GesturePrompt] { recorded.withLock { $0 } }

    func requestGesture(_ prompt: GesturePrompt) async -> UserGesture {
        recorded.withLock { $0.append(prompt) }
        return await script.requestGesture(prompt)
    }
}

extension SoftAuthenticator {
    convenience init(_ profile: AuthenticatorProfile, _ storage: any CredentialStorage = MemoryCredentialStore()) {
        self.init(profile: profile, storage: storage)
    }

    func make(_ request: MakeCredentialRequest = Sample.make(), _ gesture: UserGesture = .approve) async throws
        -> MakeCredentialResponse
    { try await makeCredential(request, interaction: ScriptedInteraction(gesture)) }

    func get(_ request: GetAssertionRequest = Sample.get(), _ gesture: UserGesture = .approve) async throws
        -> GetAssertionResponse
    { try await getAssertion(request, interaction: ScriptedInteraction(gesture)) }
}

extension MakeCredentialResponse {
    var authenticatorData: AuthenticatorData {
        get throws { try AuthenticatorData(decoding: attestationObject.authenticatorData) }
    }

    var publicKey: COSEKey {
        get throws {
            try COSEKey(decoding: #require(try authenticatorData.attestedCredentialData).credentialPublicKey)
        }
    }

    /// Whether this credential signed the assertion over the client data of the samples.
    func verifies(_ assertion: GetAssertionResponse) throws -> Bool {
        try publicKey.verifyingKey().verify(assertion.signature, of: assertion.authenticatorData + Sample.hash)
    }
}

extension GetAssertionResponse {
    var data: AuthenticatorData { get throws { try AuthenticatorData(decoding: authenticatorData) } }
}

/// The name of the WebAuthn error that the body throws.
func errorName(_ body: () async throws -> Void) async -> WebAuthnError.Name? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? WebAuthnError)?.name
    }
}

/// Always gives the same answer at once: an interaction may report a timeout itself.
final class GestureInteraction: UserInteraction {
    private let gesture: UserGesture
    private let asked = Mutex(0)

    init(_ gesture: UserGesture) { self.gesture = gesture }

    /// The number of prompts.
    var count: Int { asked.withLock { $0 } }

    func requestGesture(_ prompt: GesturePrompt) async -> UserGesture {
        asked.withLock { $0 += 1 }
        return gesture
    }
}

/// Reports each prompt, and then does nothing until its task is canceled.
struct SilentInteraction: UserInteraction {
    let asked = AsyncStream<GesturePrompt>.makeStream()
    private let silence = ScriptedInteraction(.timeout)

    func requestGesture(_ prompt: GesturePrompt) async throws(WebAuthnError) -> UserGesture {
        asked.continuation.yield(prompt)
        return await silence.requestGesture(prompt)
    }

    func waitUntilAsked(times: Int = 1) async {
        var prompts = asked.stream.makeAsyncIterator()
        for _ in 0..<times { _ = await prompts.next() }
    }
}
