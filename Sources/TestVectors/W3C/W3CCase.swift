import ToqueCOSE
import ToqueWebAuthn

/// One case of WebAuthn Level 3, section "Test Vectors", described by its differences from the others. They determine
/// all of its bytes.
struct W3CCase: Sendable, Hashable {
    enum Attestation: Sendable, Hashable {
        case none, packedSelf, packed, tpm, androidKey, apple, fidoU2F
    }

    /// `info` of its derivations, and its name.
    let name: String
    let title: String
    let attestation: Attestation
    var algorithm: COSEAlgorithm = .es256
    var challengeLength = 32
    var credentialIDLength = 32
    var crossOrigin = false
    var topOrigin: String?

    /// In the section's order.
    static let all = [
        W3CCase(name: "none.ES256", title: "ES256 credential with no attestation", attestation: .none),
        W3CCase(
            name: "packed-self.ES256", title: "ES256 credential with self attestation", attestation: .packedSelf),
        W3CCase(
            name: "none.ES256.crossOrigin", title: "ES256 credential, crossOrigin true in clientDataJSON",
            attestation: .none, crossOrigin: true),
        W3CCase(
            name: "none.ES256.topOrigin", title: "ES256 credential, topOrigin in clientDataJSON", attestation: .none,
            crossOrigin: true, topOrigin: "https://example.com"),
        W3CCase(
            name: "none.ES256.long-credential-id", title: "ES256 credential with the longest credential ID",
            attestation: .none, credentialIDLength: 1023),
        W3CCase(name: "packed.ES256", title: "ES256 credential, packed attestation", attestation: .packed),
        W3CCase(
            name: "packed.ES384", title: "ES384 credential, packed attestation", attestation: .packed,
            algorithm: .es384),
        W3CCase(
            name: "packed.ES512", title: "ES512 credential, packed attestation, challenges of 128 bytes",
            attestation: .packed, algorithm: .es512, challengeLength: 128),
        W3CCase(
            name: "packed.RS256", title: "RS256 credential, packed attestation", attestation: .packed,
            algorithm: .rs256),
        W3CCase(
            name: "packed.EdDSA", title: "Ed25519 credential, packed attestation", attestation: .packed,
            algorithm: .edDSA),
        W3CCase(
            name: "packed.Ed448", title: "Ed448 credential, packed attestation", attestation: .packed,
            algorithm: .ed448),
        W3CCase(name: "tpm.ES256", title: "ES256 credential, TPM attestation", attestation: .tpm),
        W3CCase(
            name: "android-key.ES256", title: "ES256 credential, Android key attestation", attestation: .androidKey),
        W3CCase(
            name: "apple.ES256", title: "ES256 credential, Apple anonymous attestation", attestation: .apple),
        W3CCase(name: "fido-u2f.ES256", title: "ES256 credential, FIDO U2F attestation", attestation: .fidoU2F),
    ]
}
