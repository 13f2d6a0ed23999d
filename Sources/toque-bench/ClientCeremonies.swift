import CredentialStore
import SoftAuthenticator
import ToqueWebAuthn
import WebAuthnClient

/// Registrations and assertions from typed options to typed response, with one store.
struct ClientCeremonies {
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
