import ToqueCOSE
import ToqueEncoding
import ToqueWebAuthn

/// A credential as its authenticator knows it (WebAuthn section 4, "public key credential source"), without the
/// private key: storage keeps that apart and sealed, so that this value may be listed and shown.
public struct PublicKeyCredentialSource: Sendable, Hashable {
    public var id: [UInt8]
    public var rpID: String
    /// `user.id` is the user handle.
    public var user: PublicKeyCredentialUserEntity
    public var publicKey: COSEKey
    /// It is found without an allow list (a client-side discoverable credential).
    public var isDiscoverable: Bool
    // What relying parties have been told stays true for a credential, whatever profile its store is used with later.
    /// The BE and BS flags of everything it signs (section 6.1.3).
    public var backup: BackupState
    /// Where the signature counter of its assertions comes from (section 6.1.1).
    public var counter: CounterBehavior.Kind
    /// When it may be used (CTAP 2.3 section 12.1).
    public var protection: CredentialProtectionPolicy
    /// It was made for payments by third parties (CTAP 2.3 section 12.9).
    public var isForThirdPartyPayment: Bool
    /// Where its large blob is kept; nil where it was made to have none.
    public var largeBlobs: LargeBlobForm?
    public var createdAt: Timestamp

    public init(
        id: [UInt8], rpID: String, user: PublicKeyCredentialUserEntity, publicKey: COSEKey, isDiscoverable: Bool,
        backup: BackupState, counter: CounterBehavior.Kind,
        protection: CredentialProtectionPolicy = .userVerificationOptional, isForThirdPartyPayment: Bool = false,
        largeBlobs: LargeBlobForm? = nil, createdAt: Timestamp
    ) {
        self.id = id
        self.rpID = rpID
        self.user = user
        self.publicKey = publicKey
        self.isDiscoverable = isDiscoverable
        self.backup = backup
        self.counter = counter
        self.protection = protection
        self.isForThirdPartyPayment = isForThirdPartyPayment
        self.largeBlobs = largeBlobs
        self.createdAt = createdAt
    }
}
