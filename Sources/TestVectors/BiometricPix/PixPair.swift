import RelyingParty
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// An enrollment, and a payment with its credential.
struct PixPair: Sendable {
    /// Such as `ios-es256-none`; unique in the set.
    let name: String
    /// For people, without a full stop.
    let title: String
    var registration: PixRegistration
    var payment: PixPayment
    let derivations: [Derivation]

    /// The private keys that created it.
    func keys() throws -> JSON {
        var keys: JSONObject = ["credential": try payment.key.json()]
        let attestation = registration.attestation
        if attestation.kind.hasCertificate, !attestation.kind.has(.certifiesCredentialKey) {
            keys["attestation"] = try attestation.key.json()
        }
        return .object(keys)
    }

    /// Both ceremonies unchanged, which are valid.
    func documents() throws -> [JSON] {
        [
            try registration.document(id: "\(name)/enrollment", description: "\(title): enrollment"),
            try payment.document(id: "\(name)/payment", description: "\(title): payment"),
        ]
    }
}

extension PixSetting {
    /// The relying party's record of an enrollment.
    static func stored(_ data: AuthenticatorData) throws -> StoredCredential {
        guard let attested = data.attestedCredentialData else { throw AuthenticatorDataError("holds no credential") }
        return StoredCredential(
            id: attested.credentialID, publicKey: attested.credentialPublicKey, signCount: data.signCount,
            backupEligible: data.flags.contains(.backupEligible), backupState: data.flags.contains(.backupState),
            userHandle: user.id)
    }
}
