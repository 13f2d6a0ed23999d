import PixAPI
import RelyingParty
import Sandbox
import TestVectors
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The bank's side of both ceremonies: options out, verification of what comes back.
struct Bank: Sendable {
    /// Milliseconds; the consent's five minutes.
    private static let timeout = 300_000

    let identity: PixSimulator.RelyingPartyIdentity

    /// Judges a ceremony at the tenant's time, and keeps it with all its bytes and checks.
    private func judge(
        _ ceremony: CeremonyDocument.Ceremony, knownCredentialIDs: Set<[UInt8]> = [], object: String, type: String,
        _ transaction: Transaction
    ) throws -> CeremonyVerdict {
        var policy = VerificationPolicy(origins: identity.origins, knownCredentialIDs: knownCredentialIDs)
        policy.time = transaction.now
        let document = CeremonyDocument(id: try transaction.random().uuid(), ceremony: ceremony, policy: policy)
        let verdict = document.judge()
        try transaction.record(
            CeremonyRecord(
                id: document.id, object: object, type: type, document: document.json, verdict: verdict.json))
        return verdict
    }

    // MARK: Registration

    private func creationOptions(_ record: EnrollmentRecord, challenge: [UInt8]) -> PublicKeyCredentialCreationOptions {
        PublicKeyCredentialCreationOptions(
            rp: PublicKeyCredentialRPEntity(id: identity.id, name: identity.name),
            user: PublicKeyCredentialUserEntity(
                id: userHandle(record),
                name: record.customerIdentifier.maskedIdentifier,
                displayName: record.customerIdentifier.maskedIdentifier),
            challenge: challenge, pubKeyCredParams: [.rs256, .es256],
            authenticatorSelection: AuthenticatorSelectionCriteria(userVerification: .required))
    }

    /// The bytes of the user entity's id: the UUID's text is base64url of them, so that it reads the same again.
    func userHandle(_ record: EnrollmentRecord) -> [UInt8] {
        Base64URL.decode(record.userID) ?? Array(record.userID.utf8)
    }

    /// The registration options in the provider's shape; nil until they are made.
    func registrationOptions(_ record: EnrollmentRecord) -> JSON? {
        guard let challenge = record.challenge else { return nil }
        var options = creationOptions(record, challenge: challenge)
        // What the guide's sample has: a text where a URL belongs, which clients must pass over.
        options.extensions = ["appid": "true"]
        return options.json
    }

    /// - Parameter knownCredentialIDs: credentials of other enrollments.
    func verify(
        _ request: ConfirmEnrollmentRequest, for record: EnrollmentRecord, knownCredentialIDs: Set<[UInt8]>,
        _ transaction: Transaction
    ) throws -> CeremonyVerdict {
        let response = RegistrationResponse(
            credentialID: request.credentialID, clientDataJSON: request.clientDataJSON,
            attestationObject: request.attestationObject, authenticatorAttachment: .platform,
            clientExtensionResults: request.clientExtensionResults)
        let ceremony = RegistrationCeremony(
            options: creationOptions(record, challenge: record.challenge ?? []), rpID: identity.id, response: response)
        return try judge(
            .registration(ceremony), knownCredentialIDs: knownCredentialIDs, object: record.id, type: "registration",
            transaction)
    }

    // MARK: Authentication

    private func requestOptions(challenge: [UInt8], credentialID: [UInt8]) -> PublicKeyCredentialRequestOptions {
        PublicKeyCredentialRequestOptions(
            challenge: challenge, timeout: Self.timeout, rpID: identity.id,
            allowCredentials: [PublicKeyCredentialDescriptor(id: credentialID)], userVerification: .required)
    }

    /// `fido_options` in the provider's shape.
    func signOptions(challenge: [UInt8], credentialID: [UInt8]) -> JSON {
        requestOptions(challenge: challenge, credentialID: credentialID).json
    }

    func verify(
        _ request: AuthorizePaymentIntentRequest, for record: PaymentIntentRecord, credential: StoredCredential,
        _ transaction: Transaction
    ) throws -> CeremonyVerdict {
        let response = AuthenticationResponse(
            credentialID: request.credentialID, clientDataJSON: request.clientDataJSON,
            authenticatorData: request.authenticatorData, signature: request.signature,
            userHandle: request.userHandle, authenticatorAttachment: .platform,
            clientExtensionResults: request.clientExtensionResults)
        let ceremony = AuthenticationCeremony(
            options: requestOptions(challenge: record.challenge, credentialID: credential.id), rpID: identity.id,
            response: response, credential: credential)
        return try judge(.authentication(ceremony), object: record.id, type: "authentication", transaction)
    }
}

extension String {
    /// A CPF or CNPJ as the provider shows it: `12******09`.
    var maskedIdentifier: String { "\(prefix(2))******\(suffix(2))" }
}
