import RelyingParty
import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

@testable import CeremonyDocuments

/// A valid ceremony of each kind, with an ES256 credential that is the same in every run.
enum SampleCeremony {
    static let origin = "https://example.org"
    static let rpID = "example.org"
    private static let challenge = [UInt8](0..<32)
    private static let userHandle = [UInt8](100..<116)

    private struct Credential {
        let id: [UInt8]
        let publicKey: [UInt8]
        let key: SigningKey

        init() throws {
            let random = SeededRandom(seed: "sample ceremony")
            let pair = try KeyPair.generate(.ec(.p256), random: random)
            key = try SigningKey(pair, deterministic: true)
            publicKey = try COSEKey(algorithm: .es256, parameters: pair.publicKey).encoded
            id = random.bytes(16)
        }
    }

    /// - Parameter x5c: Whether the statement has a self-signed attestation certificate in place of self attestation.
    static func registration(x5c: Bool = false) throws -> CeremonyDocument {
        let credential = try Credential()
        let clientDataJSON = CollectedClientData(type: .create, challenge: challenge, origin: origin).serialized
        let data = AuthenticatorData(
            rpIDHash: Digest.sha256(rpID), flags: [.userPresent, .userVerified], signCount: 1,
            attestedCredentialData: AttestedCredentialData(
                aaguid: .zero, credentialID: credential.id, credentialPublicKey: credential.publicKey)
        ).encoded
        let message = data + Digest.sha256(clientDataJSON)
        var statement = CBORMap()
        statement["alg"] = .int(COSEAlgorithm.es256.rawValue)
        statement["sig"] = .bytes(try credential.key.sign(message, scheme: .ecdsa(.sha256)))
        if x5c { statement["x5c"] = .array([.bytes(try certificate().der)]) }
        return CeremonyDocument(
            id: "registration",
            ceremony: .registration(
                RegistrationCeremony(
                    options: PublicKeyCredentialCreationOptions(
                        rp: .init(id: rpID, name: "Example"),
                        user: .init(id: userHandle, name: "ana", displayName: "Ana"), challenge: challenge,
                        pubKeyCredParams: [.es256]),
                    rpID: rpID,
                    response: RegistrationResponse(
                        credentialID: credential.id, clientDataJSON: clientDataJSON,
                        attestationObject: AttestationObject(
                            format: .packed, statement: statement, authenticatorData: data
                        ).encoded))),
            policy: policy)
    }

    static func authentication() throws -> CeremonyDocument {
        let credential = try Credential()
        let clientDataJSON = CollectedClientData(type: .get, challenge: challenge, origin: origin).serialized
        let data = AuthenticatorData(rpIDHash: Digest.sha256(rpID), flags: [.userPresent], signCount: 8).encoded
        let signature = try credential.key.sign(data + Digest.sha256(clientDataJSON), scheme: .ecdsa(.sha256))
        return CeremonyDocument(
            id: "authentication",
            ceremony: .authentication(
                AuthenticationCeremony(
                    options: PublicKeyCredentialRequestOptions(
                        challenge: challenge, rpID: rpID, allowCredentials: [.init(id: credential.id)]),
                    rpID: rpID,
                    response: AuthenticationResponse(
                        credentialID: credential.id, clientDataJSON: clientDataJSON, authenticatorData: data,
                        signature: signature, userHandle: nil),
                    credential: StoredCredential(
                        id: credential.id, publicKey: credential.publicKey, signCount: 7, backupEligible: false,
                        backupState: false, userHandle: userHandle))),
            policy: policy)
    }

    /// An attestation certificate for the credential's own key, so that the same signature is valid.
    static func certificate() throws -> Certificate {
        let key = try Credential().key
        let pair = try KeyPair.generate(.ec(.p256), random: SeededRandom(seed: "sample ceremony"))
        let name = DistinguishedName(
            country: "BR", organization: "Example", organizationalUnit: "Authenticator Attestation",
            commonName: "Example key")
        return try CertificateBuilder(
            subject: name, issuer: name, serialNumber: [1], notBefore: 0, notAfter: CertificateBuilder.noExpiration,
            publicKey: pair.publicKey, extensions: [.basicConstraints(isAuthority: false)]
        ).signed(by: key)
    }

    private static var policy: VerificationPolicy {
        var policy = CeremonyDocument.basePolicy
        policy.origins = [origin]
        policy.time = Timestamp(microseconds: 1_767_225_600_000_000)
        return policy
    }
}
