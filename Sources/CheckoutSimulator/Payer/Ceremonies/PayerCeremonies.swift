import CeremonyDocuments
import RelyingParty
import Sandbox
import SandboxKit
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The relying party's side of an approval: ceremony options, and verification of the responses.
struct PayerCeremonies: Sendable, Hashable {
    /// Milliseconds.
    private static let timeout = 300_000

    let origin: PayerOrigin
    let approval: PayerApproval
    /// The payer's passkeys for this RP ID.
    let passkeys: [PayerPasskey]
    /// True if the payer requests another passkey.
    let addsPasskey: Bool
    let time: Timestamp

    // MARK: Options

    /// nil if the payer has a passkey and requests no other.
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

    // MARK: Verification

    /// Verifies an approval's ceremonies. Signatures take time, so call it outside a transaction.
    /// - Throws: `SandboxError` for a missing ceremony.
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
        // The new passkey counts, even if the assertion is refused.
        approval.passkey = approval.passkey ?? PayerPasskey(rpID: origin.rpID, credential)
        return approval
    }

    private func judge(_ response: AuthenticationResponse, credentials: [PayerPasskey]) -> JudgedApproval {
        // An unknown credential is verified with another one's key, and refused because of its ID.
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

    /// The document's ID is unique for each challenge.
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

/// The result of an approval's ceremonies.
struct JudgedApproval: Sendable {
    let decision: PayerDecision
    /// In order.
    var ceremonies: [JudgedCeremony]
    /// The passkey to store from now on; nil if unchanged.
    var passkey: PayerPasskey?
}
