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
    /// It is given a key to entries of the large-blob array, where it is discoverable.
    var hasLargeBlobKey = false
    /// What the RP stores with it, where it is discoverable; empty for nothing.
    var credBlob: [UInt8] = []
}

/// A credential that was made and kept, before it is attested.
struct NewCredential: ~Copyable {
    let id: [UInt8]
    let rp: RelyingPartyID
    let publicKey: COSEKey
    let traits: CredentialTraits
    let pair: KeyPair
}
