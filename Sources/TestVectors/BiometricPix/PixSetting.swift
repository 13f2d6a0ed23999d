import CeremonyDocuments
import RelyingParty
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The common values of the set's ceremonies.
enum PixSetting {
    /// The RP ID of the provider's guide.
    static let rpID = "belvo.com"
    static let rpName = "Belvo"
    /// The origin that a platform derives from the RP ID for an app that the domain lists.
    static let origin = "https://belvo.com"

    /// The guide's user handle is a UUID's text. It is also valid base64url and returns as the same text.
    static let user = PublicKeyCredentialUserEntity(
        id: Base64URL.decode("a5bd0ef9-f8ab-41a2-b968-489761a91de6") ?? [], name: "Ana Exemplo",
        displayName: "Ana Exemplo")

    /// The time of verification: 2026-01-01T00:00:00Z, within the certificates' validity.
    static let time = Timestamp(microseconds: 1_767_225_600_000_000)

    /// The validity of all certificates: 2025-01-01T00:00:00Z to 2049-12-31T00:00:00Z.
    static let validity: ClosedRange<Int64> = 1_735_689_600...2_524_521_600

    /// - Parameter name: the purpose of the values, unique for each sequence.
    static func values(_ name: String) -> DerivedValues {
        DerivedValues(inputKey: "Biometric Pix test vectors", info: name)
    }

    /// An invented organization; section 8.2.1 requires the unit in attestation certificates.
    static func name(_ commonName: String, unit: String = "Authenticator Attestation") -> DistinguishedName {
        DistinguishedName([
            .init(.country, "BR"), .init(.organization, "Toque"), .init(.organizationalUnit, unit),
            .init(.commonName, commonName),
        ])
    }

    /// - Parameters:
    ///   - anchor: the trust anchor, for an attestation with certificates.
    ///   - verifiesUser: true if the authenticator verifies the user; then it is required.
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
