import CeremonyDocuments
import RelyingParty
import ToqueWebAuthn

/// The ceremonies of a case of WebAuthn Level 3, section "Test Vectors".
struct W3CCeremonies {
    private let vector: W3CVector
    private let root: W3CRoot
    private var definition: W3CCase { vector.definition }

    init(_ vector: W3CVector, root: W3CRoot) {
        self.vector = vector
        self.root = root
    }

    var all: [CeremonyDocument] {
        [registration(), authentication()]
            + definition.exceptions.flatMap { exception in
                [registration(without: exception), authentication(without: exception)]
                    .filter { exception.concerns($0.ceremony) }
            }
    }

    private func registration(without refused: W3CException? = nil) -> CeremonyDocument {
        let options = PublicKeyCredentialCreationOptions(
            // The section names neither the relying party nor the user.
            rp: .init(id: W3CSection.rpID, name: "WebAuthn test vectors"),
            user: .init(id: Array("user".utf8), name: "user", displayName: "User"),
            challenge: vector.registration.challenge, pubKeyCredParams: [definition.algorithm],
            attestation: definition.attestation == .none ? .none : .direct)
        let response = RegistrationResponse(
            credentialID: vector.attested.credentialID, clientDataJSON: vector.registration.clientDataJSON,
            attestationObject: vector.registration.attestationObject)
        var document = document(
            "registration",
            .registration(RegistrationCeremony(options: options, rpID: W3CSection.rpID, response: response)), refused)
        if definition.hasCertificate {
            document.policy.trustAnchors.add([root.authority.certificate])
            document.policy.untrustedAttestation = .reject
        }
        return document
    }

    private func authentication(without refused: W3CException? = nil) -> CeremonyDocument {
        let options = PublicKeyCredentialRequestOptions(
            challenge: vector.authentication.challenge, rpID: W3CSection.rpID,
            allowCredentials: [.init(id: vector.attested.credentialID)])
        let response = AuthenticationResponse(
            credentialID: vector.attested.credentialID, clientDataJSON: vector.authentication.clientDataJSON,
            authenticatorData: vector.authentication.authenticatorData.encoded,
            signature: vector.authentication.signature, userHandle: nil)
        let data = vector.registration.authenticatorData
        let credential = StoredCredential(
            id: vector.attested.credentialID, publicKey: vector.attested.credentialPublicKey,
            signCount: data.signCount, backupEligible: data.flags.contains(.backupEligible),
            backupState: data.flags.contains(.backupState), userHandle: nil)
        return document(
            "authentication",
            .authentication(
                AuthenticationCeremony(
                    options: options, rpID: W3CSection.rpID, response: response, credential: credential)), refused)
    }

    /// - Parameter refused: the exception that the policy omits.
    private func document(
        _ kind: String, _ ceremony: CeremonyDocument.Ceremony, _ refused: W3CException?
    ) -> CeremonyDocument {
        var policy = CeremonyDocument.basePolicy
        policy.origins = [W3CSection.origin]
        policy.time = W3CSection.time
        for exception in definition.exceptions where exception != refused && exception.concerns(ceremony) {
            exception.apply(to: &policy, for: definition)
        }
        var document = CeremonyDocument(
            id: "\(definition.name)/\(kind)", description: "\(definition.title): \(kind)", ceremony: ceremony,
            policy: policy, expected: .valid)
        if let refused {
            document.id += "/no-\(refused.rawValue)"
            document.description? += "; refused, as \(refused.reason)"
            document.expected = .invalid(refused.code)
        }
        return document
    }
}
