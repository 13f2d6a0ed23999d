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
    /// Where its large blob is to be kept, where it is discoverable; nil where it is to have none.
    var largeBlobs: LargeBlobForm?
    /// What the RP stores with it, where it is discoverable; empty for nothing.
    var credBlob: [UInt8] = []
}

extension CredentialParameters {
    /// Whether a credential has room for what the RP wants to store with it (CTAP 2.1 section 12.2). Where it has not,
    /// that is no error.
    static func keeps(credBlob: [UInt8], isDiscoverable: Bool) -> Bool {
        isDiscoverable && credBlob.count <= MessageLimits.maxCredBlobLength
    }
}

/// A credential that was made and kept, before it is attested.
struct NewCredential: ~Copyable {
    let id: [UInt8]
    let rp: RelyingPartyID
    let publicKey: COSEKey
    let traits: CredentialTraits
    let pair: KeyPair
}
