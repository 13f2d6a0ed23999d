import Attestation
import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

@testable import RelyingParty

/// A registration in parts, valid until a test changes one. `ceremony` signs the current values.
struct RegistrationDraft {
    var credential: TestCredential
    var format: AttestationFormat
    var options = PublicKeyCredentialCreationOptions(
        rp: .init(id: Expected.rpID, name: "Example"),
        user: .init(id: Expected.userHandle, name: "ana", displayName: "Ana"), challenge: Expected.challenge,
        pubKeyCredParams: TestCredential.algorithms)
    var mediation: CredentialMediationRequirement?
    var clientData = CollectedClientData(type: .create, challenge: Expected.challenge, origin: Expected.origin)
    var data: AuthenticatorData
    var statementAlgorithm: COSEAlgorithm
    var x5c: [[UInt8]]?
    /// Signs the attestation in place of the credential's key.
    var attestationKey: SigningKey?
    /// Changes the finished attestation object, which an honest authenticator would not allow.
    var changeObject: (inout AttestationObject) -> Void = { _ in }
    /// Changes the finished ceremony.
    var changeCeremony: (inout RegistrationCeremony) -> Void = { _ in }

    init(_ algorithm: COSEAlgorithm = .es256, format: AttestationFormat = .packed) throws {
        credential = try .of(algorithm)
        self.format = format
        statementAlgorithm = algorithm
        data = AuthenticatorData(
            rpIDHash: Digest.sha256(Expected.rpID), flags: [.userPresent, .userVerified], signCount: 1,
            attestedCredentialData: AttestedCredentialData(
                aaguid: .zero, credentialID: credential.id, credentialPublicKey: credential.publicKey.encoded))
    }

    /// Signs with an attestation key whose certificate is valid until the caller changes it.
    /// - Parameter authority: The issuer; nil for an unknown one.
    mutating func certify(by authority: TestAuthority? = nil, _ change: (inout CertificateBuilder) -> Void = { _ in }) {
        guard let pair = try? KeyPair.generate(.ec(.p256), random: SeededRandom(seed: "attestation")),
            let authority = try? authority ?? TestAuthority("Example CA")
        else { return }
        attestationKey = try? SigningKey(pair)
        x5c = (try? authority.certify(pair.publicKey, change)).map { [$0.der] }
    }

    func ceremony() throws -> RegistrationCeremony {
        let clientDataJSON = clientData.serialized
        var statement = CBORMap()
        if format == .packed {
            let message = data.encoded + Digest.sha256(clientDataJSON)
            let signature =
                try attestationKey?.sign(message, scheme: .ecdsa(.sha256)) ?? credential.sign(message)
            statement["alg"] = .int(statementAlgorithm.rawValue)
            statement["sig"] = .bytes(signature)
            statement["x5c"] = x5c.map { .array($0.map(CBOR.bytes)) }
        }
        var object = AttestationObject(format: format, statement: statement, authenticatorData: data.encoded)
        changeObject(&object)
        var ceremony = RegistrationCeremony(
            options: options, rpID: Expected.rpID,
            response: RegistrationResponse(
                credentialID: data.attestedCredentialData?.credentialID ?? credential.id,
                clientDataJSON: clientDataJSON, attestationObject: object.encoded),
            mediation: mediation)
        changeCeremony(&ceremony)
        return ceremony
    }
}
