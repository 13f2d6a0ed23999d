import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

/// What a new credential is to be.
struct CredentialParameters: Sendable {
    var rp: RelyingPartyID
    var user: PublicKeyCredentialUserEntity
    var algorithm: COSEAlgorithm
    var isDiscoverable: Bool
    var protection: CredentialProtectionPolicy
    var isForThirdPartyPayment: Bool
}

/// A credential that was made and kept, before it is attested.
struct NewCredential: ~Copyable {
    let id: [UInt8]
    let rp: RelyingPartyID
    let publicKey: COSEKey
    let traits: CredentialTraits
    let pair: KeyPair
}
