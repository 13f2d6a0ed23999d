import CeremonyDocuments
import RelyingParty
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// What the ceremonies of the set have in common.
enum PixSetting {
    /// The RP ID of the provider's guide.
    static let rpID = "belvo.com"
    static let rpName = "Belvo"
    /// What a platform makes of the RP ID for an app that the domain lists.
    static let origin = "https://belvo.com"

    /// The guide's user handle is a UUID's text, which is base64url too: it comes back as the same text.
    static let user = PublicKeyCredentialUserEntity(
        id: Base64URL.decode("a5bd0ef9-f8ab-41a2-b968-489761a91de6") ?? [], name: "Ana Exemplo",
        displayName: "Ana Exemplo")

    /// When the ceremonies are verified: 2026-01-01T00:00:00Z, which is within the validity of the certificates.
    static let time = Timestamp(microseconds: 1_767_225_600_000_000)

    /// Of all certificates: 2025-01-01T00:00:00Z to 2049-12-31T00:00:00Z.
    static let validity: ClosedRange<Int64> = 1_735_689_600...2_524_521_600

    /// - Parameter name: of what the values are for; no two rows have the same.
    static func values(_ name: String) -> DerivedValues {
        DerivedValues(inputKey: "Biometric Pix test vectors", info: name)
    }

    /// An invented organization; the unit is the one that section 8.2.1 asks for in attestation certificates.
    static func name(_ commonName: String, unit: String = "Authenticator Attestation") -> DistinguishedName {
        DistinguishedName([
            .init(.country, "BR"), .init(.organization, "Toque"), .init(.organizationalUnit, unit),
            .init(.commonName, commonName),
        ])
    }

    /// - Parameters:
    ///   - anchor: of a ceremony whose attestation has certificates.
    ///   - verifiesUser: whether the authenticator does; then it must.
    static func policy(anchor: Certificate? = nil, verifiesUser: Bool) -> VerificationPolicy {
        var policy = CeremonyDocument.basePolicy
        policy.origins = [origin]
        policy.time = time
        policy.userVerification = verifiesUser ? .required : nil
        if let anchor {
            policy.trustAnchors.add([anchor])
            policy.untrustedAttestation = .reject
        }
        return policy
    }
}
