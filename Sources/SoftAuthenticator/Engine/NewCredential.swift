import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

/// The properties of a credential to make, with its extension inputs.
struct CredentialParameters: Sendable {
    var rp: RelyingPartyID
    var user: PublicKeyCredentialUserEntity
    var algorithm: COSEAlgorithm
    var isDiscoverable: Bool
    /// nil if the RP requests no policy.
    var protection: CredentialProtectionPolicy?
    var isForThirdPartyPayment: Bool
    /// True to report hmac-secret to the RP.
    var wantsHMACSecret = false
    /// The salts for evaluating hmac-secret at creation.
    var hmacSecret: HMACSecretInputs?
    /// True if a large blob is requested, which only a discoverable credential has.
    var wantsLargeBlob = false
    /// The RP's data to store with it; nil for none.
    var credBlob: [UInt8]?
    var wantsMinPINLength = false
    var wantsPINComplexityPolicy = false

    /// True if it stores `credBlob`: a discoverable credential does if there is room (CTAP 2.3 section 12.2).
    var keepsCredBlob: Bool? {
        credBlob.map { isDiscoverable && $0.count <= MessageLimits.maxCredBlobLength }
    }
}

/// A stored new credential before its attestation.
struct NewCredential: ~Copyable {
    let id: [UInt8]
    let rp: RelyingPartyID
    let publicKey: COSEKey
    let traits: CredentialTraits
    /// Where its large blob is stored; nil if it has none.
    let largeBlobs: LargeBlobForm?
    let pair: KeyPair
}

/// A new credential as its RP sees it.
struct AttestedCredential: Sendable {
    let id: [UInt8]
    let attestationObject: AttestationObject
    let extensions: ExtensionOutputs
    /// Where its large blob is stored; nil if it has none.
    let largeBlobs: LargeBlobForm?
}

extension PublicKeyCredentialUserEntity {
    /// The maximum stored length of a name in UTF-8 bytes; WebAuthn section 6.4.1 requires at least 64. With two names
    /// of this size, a response stays far below platforms' limits.
    private static let nameLimit = 128

    /// The same user with names cut to that length between code points.
    var truncated: PublicKeyCredentialUserEntity {
        PublicKeyCredentialUserEntity(
            id: id, name: Self.truncate(name), displayName: Self.truncate(displayName))
    }

    private static func truncate(_ text: String) -> String {
        guard text.utf8.count > nameLimit else { return text }
        var scalars = String.UnicodeScalarView()
        var size = 0
        for scalar in text.unicodeScalars {
            size += UTF8.width(scalar)
            guard size <= nameLimit else { break }
            scalars.append(scalar)
        }
        return String(scalars)
    }
}
