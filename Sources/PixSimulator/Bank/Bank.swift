import CeremonyDocuments
import PixAPI
import RelyingParty
import Sandbox
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The bank's side of both ceremonies: options out, verification of what comes back.
struct Bank: Sendable {
    /// Milliseconds; the consent's five minutes.
    private static let timeout = 300_000

    let identity: PixSimulator.RelyingPartyIdentity
    /// Extension outputs that the options do not ask for. Clients add some, so that the bank reports them by default.
    var unsolicitedExtensions = VerificationPolicy.Reaction.report

    /// What is to be judged, under an id that is the object's own: it has one ceremony.
    private func document(
        _ ceremony: CeremonyDocument.Ceremony, knownCredentialIDs: Set<[UInt8]> = [], object: String,
        at time: Timestamp
    ) -> CeremonyDocument {
        let policy = VerificationPolicy(
            origins: identity.origins, knownCredentialIDs: knownCredentialIDs,
            unsolicitedExtensions: unsolicitedExtensions, time: time)
        let id = UUIDText.of(Array(Digest.sha256("ceremony of \(object)").prefix(16)))
        return CeremonyDocument(id: id, ceremony: ceremony, policy: policy)
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
            authenticatorSelection: AuthenticatorSelectionCriteria(userVerification: .required),
            // What the guide's sample has: a text where a URL belongs, which clients must pass over.
            extensions: ["appid": "true"])
    }

    /// The bytes of the user entity's id: the UUID's text is base64url of them, so that it reads the same again.
    func userHandle(_ record: EnrollmentRecord) -> [UInt8] {
        Base64URL.decode(record.userID) ?? Array(record.userID.utf8)
    }

    /// The registration options in the provider's shape; nil until they are made.
    func registrationOptions(_ record: EnrollmentRecord) -> JSON? {
        record.challenge.map { creationOptions(record, challenge: $0).json }
    }

    /// A registration as it is judged.
    /// - Parameters:
    ///   - knownCredentialIDs: credentials of other enrollments.
    ///   - time: the tenant's.
    func ceremony(
        _ request: ConfirmEnrollmentRequest, for record: EnrollmentRecord, knownCredentialIDs: Set<[UInt8]>,
        at time: Timestamp
    ) -> CeremonyDocument {
        let response = RegistrationResponse(
            credentialID: request.credentialID, clientDataJSON: request.clientDataJSON,
            attestationObject: request.attestationObject, authenticatorAttachment: .platform,
            clientExtensionResults: request.clientExtensionResults)
        let ceremony = RegistrationCeremony(
            options: creationOptions(record, challenge: record.challenge ?? []), rpID: identity.id, response: response)
        return document(
            .registration(ceremony), knownCredentialIDs: knownCredentialIDs, object: record.id, at: time)
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

    /// An authentication as it is judged.
    /// - Parameter time: the tenant's.
    func ceremony(
        _ request: AuthorizePaymentIntentRequest, for record: PaymentIntentRecord, credential: StoredCredential,
        at time: Timestamp
    ) -> CeremonyDocument {
        let response = AuthenticationResponse(
            credentialID: request.credentialID, clientDataJSON: request.clientDataJSON,
            authenticatorData: request.authenticatorData, signature: request.signature,
            userHandle: request.userHandle, authenticatorAttachment: .platform,
            clientExtensionResults: request.clientExtensionResults)
        let ceremony = AuthenticationCeremony(
            options: requestOptions(challenge: record.challenge, credentialID: credential.id), rpID: identity.id,
            response: response, credential: credential)
        return document(.authentication(ceremony), object: record.id, at: time)
    }
}

extension String {
    /// A stored CPF or CNPJ as the provider shows it: `12******09`.
    var maskedIdentifier: String { (try? TaxIdentifier(self))?.masked ?? "******" }

    /// A stored CPF or CNPJ as a bank shows it to its holder: `***.456.789-**`.
    var shownToHolder: String { (try? TaxIdentifier(self))?.description ?? "******" }
}
