import CeremonyDocuments
import PixAPI
import RelyingParty
import Sandbox
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The bank's side of both ceremonies: creating options and verifying responses.
struct Bank: Sendable {
    /// Milliseconds; the consent's five minutes.
    private static let timeout = 300_000

    let identity: PixSimulator.RelyingPartyIdentity
    /// The reaction to unrequested extension outputs. Some clients add them, so by default the bank only reports them.
    var unsolicitedExtensions = VerificationPolicy.Reaction.report

    /// The ceremony to judge, with an id derived from its object, which has only one.
    private func document(
        _ ceremony: CeremonyDocument.Ceremony, knownCredentialIDs: Set<[UInt8]> = [], object: String,
        apps: RegisteredApps, at time: Timestamp
    ) -> CeremonyDocument {
        let policy = VerificationPolicy(
            origins: apps.origins(of: identity), knownCredentialIDs: knownCredentialIDs,
            unsolicitedExtensions: unsolicitedExtensions, time: time)
        let id = UUIDText.of(Array(Digest.sha256("ceremony of \(object)").prefix(16)))
        return CeremonyDocument(id: id, ceremony: ceremony, policy: policy)
    }

    // MARK: Registration

    private func creationOptions(_ record: EnrollmentRecord, challenge: [UInt8]) -> PublicKeyCredentialCreationOptions {
        PublicKeyCredentialCreationOptions(
            rp: PublicKeyCredentialRPEntity(id: identity.id, name: identity.name),
            user: PublicKeyCredentialUserEntity(
                id: userHandle(record), name: record.accountName, displayName: record.accountName),
            challenge: challenge, pubKeyCredParams: [.rs256, .es256],
            authenticatorSelection: AuthenticatorSelectionCriteria(userVerification: .required),
            // From the guide's sample: text in place of a URL, which clients must ignore.
            extensions: ["appid": "true"])
    }

    /// The bytes of the user entity's id. Their base64url form is the UUID's text.
    func userHandle(_ record: EnrollmentRecord) -> [UInt8] {
        Base64URL.decode(record.userID) ?? Array(record.userID.utf8)
    }

    /// The registration options in the provider's form; nil until created.
    func registrationOptions(_ record: EnrollmentRecord) -> JSON? {
        record.challenge.map { creationOptions(record, challenge: $0).json }
    }

    /// A registration, ready to be judged.
    /// - Parameters:
    ///   - knownCredentialIDs: credentials of other enrollments.
    ///   - apps: the tenant's.
    ///   - time: the tenant's.
    func ceremony(
        _ request: ConfirmEnrollmentRequest, for record: EnrollmentRecord, knownCredentialIDs: Set<[UInt8]>,
        apps: RegisteredApps, at time: Timestamp
    ) -> CeremonyDocument {
        let response = RegistrationResponse(
            credentialID: request.credentialID, clientDataJSON: request.clientDataJSON,
            attestationObject: request.attestationObject, authenticatorAttachment: .platform,
            clientExtensionResults: request.clientExtensionResults)
        let ceremony = RegistrationCeremony(
            options: creationOptions(record, challenge: record.challenge ?? []), rpID: identity.id, response: response)
        return document(
            .registration(ceremony), knownCredentialIDs: knownCredentialIDs, object: record.id, apps: apps,
            at: time)
    }

    // MARK: Authentication

    private func requestOptions(challenge: [UInt8], credentialID: [UInt8]) -> PublicKeyCredentialRequestOptions {
        PublicKeyCredentialRequestOptions(
            challenge: challenge, timeout: Self.timeout, rpID: identity.id,
            allowCredentials: [PublicKeyCredentialDescriptor(id: credentialID)], userVerification: .required)
    }

    /// `fido_options` in the provider's form.
    func signOptions(challenge: [UInt8], credentialID: [UInt8]) -> JSON {
        requestOptions(challenge: challenge, credentialID: credentialID).json
    }

    /// An authentication, ready to be judged.
    /// - Parameters:
    ///   - apps: the tenant's.
    ///   - time: the tenant's.
    func ceremony(
        _ request: AuthorizePaymentIntentRequest, for record: PaymentIntentRecord, credential: StoredCredential,
        apps: RegisteredApps, at time: Timestamp
    ) -> CeremonyDocument {
        let response = AuthenticationResponse(
            credentialID: request.credentialID, clientDataJSON: request.clientDataJSON,
            authenticatorData: request.authenticatorData, signature: request.signature,
            userHandle: request.userHandle, authenticatorAttachment: .platform,
            clientExtensionResults: request.clientExtensionResults)
        let ceremony = AuthenticationCeremony(
            options: requestOptions(challenge: record.challenge, credentialID: credential.id), rpID: identity.id,
            response: response, credential: credential)
        return document(.authentication(ceremony), object: record.id, apps: apps, at: time)
    }
}

extension String {
    /// A stored CPF or CNPJ in the provider's form: `12******09`.
    var maskedIdentifier: String { (try? TaxIdentifier(self))?.masked ?? "******" }

    /// A stored CPF or CNPJ in a bank's form for its holder: `***.456.789-**`.
    var shownToHolder: String { (try? TaxIdentifier(self))?.description ?? "******" }
}
