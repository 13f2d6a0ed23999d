import Attestation
import RelyingParty
import TestVectors
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// A registration to verify repeatedly, with a statement of one format.
struct SampleRegistration {
    let name: String
    let ceremony: RegistrationCeremony
    let statement: AttestationStatement
    let material: AttestedMaterial

    /// The data that most formats sign: the authenticator data and the client data's hash.
    var message: [UInt8] { material.authenticatorData.encoded + material.clientDataHash }

    /// True if the statement has certificates.
    var hasCertificate: Bool {
        if case .packed(let packed) = statement { return packed.x5c != nil }
        return statement != .none
    }

    static let time = Timestamp(microseconds: 1_767_225_600_000_000)

    /// - Parameters:
    ///   - aaguid: zero for a U2F key.
    ///   - make: creates the statement.
    init(
        _ name: String, _ key: VectorKey, aaguid: [UInt8] = [UInt8](1...16),
        _ make: (AttestedMaterial) throws -> AttestationStatement
    ) throws {
        self.name = name
        let options = PublicKeyCredentialCreationOptions(
            rp: .init(id: ClientCeremonies.rpID, name: "Bench"), user: .init(id: [1], name: "ana", displayName: "Ana"),
            challenge: [UInt8](repeating: 7, count: 32), pubKeyCredParams: [key.algorithm], attestation: .direct)
        let clientDataJSON = CollectedClientData(
            type: .create, challenge: options.challenge, origin: ClientCeremonies.origin
        ).serialized
        let attested = AttestedCredentialData(
            aaguid: AAGUID(aaguid) ?? .zero, credentialID: [UInt8](repeating: 5, count: 32),
            credentialPublicKey: try key.credentialPublicKey())
        material = AttestedMaterial(
            authenticatorData: AuthenticatorData(
                rpIDHash: Digest.sha256(ClientCeremonies.rpID), flags: [.userPresent, .userVerified], signCount: 1,
                attestedCredentialData: attested),
            clientDataHash: Digest.sha256(clientDataJSON))
        statement = try make(material)
        let object = AttestationObject(
            format: statement.format, statement: statement.encoded,
            authenticatorData: material.authenticatorData.encoded)
        ceremony = RegistrationCeremony(
            options: options, rpID: ClientCeremonies.rpID,
            response: RegistrationResponse(
                credentialID: attested.credentialID, clientDataJSON: clientDataJSON, attestationObject: object.encoded))
    }

    /// A strict policy that trusts only the authority.
    static func policy(_ keys: VerificationKeys) -> VerificationPolicy {
        VerificationPolicy(
            origins: [ClientCeremonies.origin], trustAnchors: TrustAnchors([keys.authority.certificate]), time: time)
    }
}
