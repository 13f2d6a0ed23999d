import CeremonyDocuments
import RelyingParty
import Sandbox
import SandboxKit
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The relying party's side of an approval: options out, verification of what comes back.
struct PayerCeremonies: Sendable, Hashable {
    /// Milliseconds.
    private static let timeout = 300_000

    let origin: PayerOrigin
    let approval: PayerApproval
    /// The payer's, of this RP ID.
    let passkeys: [PayerPasskey]
    /// Whether the payer asks to register one more.
    let addsPasskey: Bool
    let time: Timestamp

    // MARK: Options

    /// Nil where the payer has a passkey, and asks for no other.
    var registrationOptions: PublicKeyCredentialCreationOptions? {
        guard passkeys.isEmpty || addsPasskey else { return nil }
        return PublicKeyCredentialCreationOptions(
            rp: PublicKeyCredentialRPEntity(id: origin.rpID, name: approval.payee),
            user: PublicKeyCredentialUserEntity(
                id: Array(PayerSeeds.payer.utf8), name: PayerSeeds.payerName, displayName: PayerSeeds.payerName),
            challenge: approval.registrationChallenge, pubKeyCredParams: [.es256, .edDSA, .rs256],
            timeout: Self.timeout,
            excludeCredentials: passkeys.map { PublicKeyCredentialDescriptor(id: $0.credential.id) },
            authenticatorSelection: AuthenticatorSelectionCriteria(
                residentKey: .preferred, userVerification: .required))
    }

    var authenticationOptions: PublicKeyCredentialRequestOptions {
        authenticationOptions(allowing: passkeys.map(\.credential.id))
    }

    private func authenticationOptions(allowing ids: [[UInt8]]) -> PublicKeyCredentialRequestOptions {
        PublicKeyCredentialRequestOptions(
            challenge: approval.challenge, timeout: Self.timeout, rpID: origin.rpID,
            allowCredentials: ids.map { PublicKeyCredentialDescriptor(id: $0) }, userVerification: .required)
    }

    // MARK: Judging

    /// Judges what came with an approval; takes signatures, so that it is no work for a transaction.
    /// - Throws: `SandboxError` for a ceremony that is missing.
    func judge(_ submission: PayerSubmission) throws(SandboxError) -> JudgedApproval {
        guard let authentication = submission.authentication else {
            throw .required("authentication", "A passkey approves: send what navigator.credentials.get gives.")
        }
        guard let options = registrationOptions else { return judge(authentication, credentials: passkeys) }
        guard let registration = submission.registration else {
            throw .required("registration", "The payer has no passkey: send what navigator.credentials.create gives.")
        }
        let judged = JudgedCeremony(
            document(
                .registration(RegistrationCeremony(options: options, rpID: origin.rpID, response: registration))))
        guard let credential = judged.verdict.credential else {
            return JudgedApproval(
                decision: .refused(judged.verdict.failure?.code ?? .malformedCeremony), ceremonies: [judged])
        }
        var approval = judge(authentication, credentials: [PayerPasskey(rpID: origin.rpID, credential)])
        approval.ceremonies.insert(judged, at: 0)
        // It is there, whatever becomes of the assertion.
        approval.passkey = approval.passkey ?? PayerPasskey(rpID: origin.rpID, credential)
        return approval
    }

    private func judge(_ response: AuthenticationResponse, credentials: [PayerPasskey]) -> JudgedApproval {
        // An unknown credential is judged by another one's key, and refused for its id.
        guard let passkey = credentials.first(where: { $0.credential.id == response.credentialID }) ?? credentials.first
        else { return JudgedApproval(decision: .refused(.credentialUnknown), ceremonies: []) }
        let judged = JudgedCeremony(
            document(
                .authentication(
                    AuthenticationCeremony(
                        options: authenticationOptions(allowing: credentials.map(\.credential.id)), rpID: origin.rpID,
                        response: response, credential: passkey.credential))))
        guard let credential = judged.verdict.credential else {
            return JudgedApproval(
                decision: .refused(judged.verdict.failure?.code ?? .malformedCeremony), ceremonies: [judged])
        }
        let assertion = PayerAssertion(
            rpID: origin.rpID, credentialID: response.credentialID, signature: response.signature)
        return JudgedApproval(
            decision: .approved(assertion), ceremonies: [judged],
            passkey: credential == passkey.credential ? nil : PayerPasskey(rpID: origin.rpID, credential))
    }

    /// Under an id of its own for each challenge.
    private func document(_ ceremony: CeremonyDocument.Ceremony) -> CeremonyDocument {
        var policy = CeremonyDocument.basePolicy
        policy.origins = [origin.text]
        policy.time = time
        let challenge: [UInt8]
        switch ceremony {
        case .registration:
            challenge = approval.registrationChallenge
            policy.knownCredentialIDs = Set(passkeys.map(\.credential.id))
        case .authentication: challenge = approval.challenge
        }
        return CeremonyDocument(
            id: UUIDText.of(Array(Digest.sha256(challenge).prefix(16))), ceremony: ceremony, policy: policy)
    }
}

/// What came of the ceremonies of an approval.
struct JudgedApproval: Sendable {
    let decision: PayerDecision
    /// In their order.
    var ceremonies: [JudgedCeremony]
    /// What is kept of the passkey from now on; nil where it did not change.
    var passkey: PayerPasskey?
}
