import RelyingParty
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// An enrollment and a payment with the credential of it.
struct PixPair: Sendable {
    /// Such as `ios-es256-none`; unique in the set.
    let name: String
    /// For people, without a full stop.
    let title: String
    var registration: PixRegistration
    var payment: PixPayment
    let derivations: [Derivation]

    /// The private keys that it is made with.
    func keys() throws -> JSON {
        var keys: JSONObject = ["credential": try payment.key.json()]
        let attestation = registration.attestation
        if attestation.kind.hasCertificate, !attestation.kind.has(.certifiesCredentialKey) {
            keys["attestation"] = try attestation.key.json()
        }
        return .object(keys)
    }

    /// Both ceremonies as they are, which is valid.
    func documents() throws -> [JSON] {
        [
            try registration.document(id: "\(name)/enrolment", description: "\(title): enrolment"),
            try payment.document(id: "\(name)/payment", description: "\(title): payment"),
        ]
    }
}

extension PixSetting {
    /// What the relying party keeps of an enrollment.
    static func stored(_ data: AuthenticatorData) throws -> StoredCredential {
        guard let attested = data.attestedCredentialData else { throw AuthenticatorDataError("holds no credential") }
        return StoredCredential(
            id: attested.credentialID, publicKey: attested.credentialPublicKey, signCount: data.signCount,
            backupEligible: data.flags.contains(.backupEligible), backupState: data.flags.contains(.backupState),
            userHandle: user.id)
    }
}
