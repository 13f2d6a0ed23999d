import Attestation
import RelyingParty
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

@testable import SoftAuthenticator

/// A relying party with a strict policy, and an authenticator of the profile lab whose authority it trusts.
struct LabBench {
    private static let origin = "https://shop.example"
    private static let challenge = [UInt8](repeating: 7, count: 32)
    private static let now = Timestamp(microseconds: 1_767_225_600_000_000)
    /// Shared, because generating its key for SafetyNet is slow.
    static let authority = Result {
        try AttestationAuthority(
            secret: AttestationAuthority.makeSecret(random: SeededRandom(seed: "lab"), now: now))
    }

    let authenticator: SoftAuthenticator
    var policy: VerificationPolicy

    /// - Parameter attestation: nil for the authority's.
    init(
        _ profile: AuthenticatorProfile = .lab, storage: any CredentialStorage = MemoryCredentialStore(),
        attestation: AttestationSource? = nil
    ) throws {
        let authority = try Self.authority.get()
        authenticator = SoftAuthenticator(
            profile: profile, storage: storage, random: SeededRandom(seed: "lab"), now: { Self.now },
            attestation: attestation ?? .authority(authority))
        policy = VerificationPolicy(
            origins: [Self.origin], trustAnchors: TrustAnchors([authority.certificate]), time: Self.now)
    }

    /// Registers a credential and verifies the registration.
    /// - Parameter formats: The formats that the relying party prefers.
    func register(
        _ algorithms: [COSEAlgorithm] = [.es256], formats: [AttestationFormat] = [], requireResidentKey: Bool = false
    ) async throws -> Verdict<RegisteredCredential> {
        let clientData = CollectedClientData(type: .create, challenge: Self.challenge, origin: Self.origin).serialized
        let made = try await authenticator.makeCredential(
            MakeCredentialRequest(
                clientDataHash: Digest.sha256(clientData), rpID: Sample.rpID, rpName: "Shop", user: Sample.user,
                algorithms: algorithms, requireResidentKey: requireResidentKey, attestation: .direct,
                attestationFormats: formats),
            interaction: ScriptedInteraction(.approve))
        return RelyingParty(policy: policy).verify(
            RegistrationCeremony(
                options: PublicKeyCredentialCreationOptions(
                    rp: .init(id: Sample.rpID, name: "Shop"), user: Sample.user, challenge: Self.challenge,
                    pubKeyCredParams: algorithms, attestation: .direct),
                rpID: Sample.rpID,
                response: RegistrationResponse(
                    credentialID: made.credentialID, clientDataJSON: clientData,
                    attestationObject: made.attestationObject.encoded)))
    }

    /// Signs with a credential and verifies the assertion.
    /// - Parameter authenticator: Another authenticator with the credential.
    func sign(
        _ credential: StoredCredential, by other: SoftAuthenticator? = nil
    ) async throws -> Verdict<AuthenticatedCredential> {
        let clientData = CollectedClientData(type: .get, challenge: Self.challenge, origin: Self.origin).serialized
        let made = try await (other ?? authenticator).getAssertion(
            GetAssertionRequest(
                clientDataHash: Digest.sha256(clientData), rpID: Sample.rpID,
                allowCredentials: [.init(id: credential.id)]),
            interaction: ScriptedInteraction(.approve))
        return RelyingParty(policy: policy).verify(
            AuthenticationCeremony(
                options: PublicKeyCredentialRequestOptions(
                    challenge: Self.challenge, rpID: Sample.rpID, allowCredentials: [.init(id: credential.id)]),
                rpID: Sample.rpID,
                response: AuthenticationResponse(
                    credentialID: made.credentialID, clientDataJSON: clientData,
                    authenticatorData: made.authenticatorData, signature: made.signature,
                    userHandle: made.userHandle),
                credential: credential))
    }
}

extension AuthenticatorProfile {
    /// Returns the profile lab with a change.
    static func lab(_ change: (inout AuthenticatorProfile) -> Void) -> AuthenticatorProfile {
        var profile = AuthenticatorProfile.lab
        change(&profile)
        return profile
    }
}
