import CredentialStore
import RelyingParty
import SoftAuthenticator
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn
import WebAuthnClient

/// Registrations and assertions from typed options to typed response, over one store.
struct Ceremonies {
    static let rpID = "bench.example"
    static let origin = "https://bench.example"

    let client: WebAuthnClient

    init(storage: any CredentialStorage, openedKeys: Int) {
        let authenticator = SoftAuthenticator(profile: .ios, storage: storage, openedKeys: openedKeys)
        client = WebAuthnClient(authenticator: authenticator, interaction: ScriptedInteraction(.approve))
    }

    static let creationOptions = PublicKeyCredentialCreationOptions(
        rp: .init(id: rpID, name: "Bench"), user: .init(id: [1, 2, 3, 4], name: "ana", displayName: "Ana"),
        challenge: [UInt8](repeating: 7, count: 32), pubKeyCredParams: [.es256])

    static func requestOptions(_ credentialID: [UInt8]) -> PublicKeyCredentialRequestOptions {
        .init(
            challenge: [UInt8](repeating: 9, count: 32), rpID: rpID, allowCredentials: [.init(id: credentialID)],
            userVerification: .required)
    }

    func register() async throws -> RegistrationResponse { try await client.create(Self.creationOptions) }

    func assert(_ credentialID: [UInt8]) async throws -> AuthenticationResponse {
        try await client.get(Self.requestOptions(credentialID))
    }
}

/// The verification of one assertion, as a server makes it.
struct Verification {
    private let relyingParty = RelyingParty(policy: VerificationPolicy(origins: [Ceremonies.origin]))
    private let ceremony: AuthenticationCeremony

    init(_ ceremonies: Ceremonies) async throws {
        let registration = try await ceremonies.register()
        let verdict = relyingParty.verify(
            RegistrationCeremony(
                options: Ceremonies.creationOptions, rpID: Ceremonies.rpID, response: registration))
        guard let registered = verdict.value else {
            throw CryptoError.invalidKey(verdict.failure?.message ?? "the benchmark's own")
        }
        ceremony = AuthenticationCeremony(
            options: Ceremonies.requestOptions(registration.credentialID), rpID: Ceremonies.rpID,
            response: try await ceremonies.assert(registration.credentialID), credential: registered.credential)
    }

    func run() {
        let verdict = relyingParty.verify(ceremony)
        precondition(verdict.failure == nil, "the benchmark's own assertion")
    }
}
