import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

/// What a new credential is to be, and what extensions are to say of it.
struct CredentialParameters: Sendable {
    var rp: RelyingPartyID
    var user: PublicKeyCredentialUserEntity
    var algorithm: COSEAlgorithm
    var isDiscoverable: Bool
    /// nil where the RP does not ask for a policy.
    var protection: CredentialProtectionPolicy?
    var isForThirdPartyPayment: Bool
    /// The RP is told that it has hmac-secret.
    var wantsHMACSecret = false
    /// The salts that hmac-secret is evaluated with at once.
    var hmacSecret: HMACSecretInputs?
    /// A large blob is wanted, which only a discoverable credential has.
    var wantsLargeBlob = false
    /// What the RP wants to store with it; nil for nothing.
    var credBlob: [UInt8]?
    var wantsMinPINLength = false
    var wantsPINComplexityPolicy = false

    /// Whether it keeps `credBlob`: a discoverable credential does where there is room (CTAP 2.3 section 12.2).
    var keepsCredBlob: Bool? {
        credBlob.map { isDiscoverable && $0.count <= MessageLimits.maxCredBlobLength }
    }
}

/// A credential that was made and kept, before it is attested.
struct NewCredential: ~Copyable {
    let id: [UInt8]
    let rp: RelyingPartyID
    let publicKey: COSEKey
    let traits: CredentialTraits
    /// Where its large blob is kept; nil where it has none.
    let largeBlobs: LargeBlobForm?
    let pair: KeyPair
}

/// A new credential as its RP learns of it.
struct AttestedCredential: Sendable {
    let id: [UInt8]
    let attestationObject: AttestationObject
    let extensions: ExtensionOutputs
    /// Where its large blob is kept; nil where it has none.
    let largeBlobs: LargeBlobForm?
}

extension PublicKeyCredentialUserEntity {
    /// Bytes of UTF-8 that are kept of a name; WebAuthn section 6.4.1 asks for 64 at least. With two names of this size
    /// an answer stays far below what platforms take.
    private static let nameLimit = 128

    /// The same user with names that fit, cut between code points.
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
