import ToqueCOSE
import ToqueEncoding
import ToqueWebAuthn

/// A credential as its authenticator stores it (WebAuthn section 4, "public key credential source"), without the
/// private key: storage seals that separately, so that this value may be listed and shown.
public struct PublicKeyCredentialSource: Sendable, Hashable {
    public var id: [UInt8]
    public var rpID: String
    /// `user.id` is the user handle.
    public var user: PublicKeyCredentialUserEntity
    public var publicKey: COSEKey
    /// True if it is found without an allow list (a client-side discoverable credential).
    public var isDiscoverable: Bool
    // Values that relying parties have seen stay the same for a credential, even if its store is used with another
    // profile.
    /// The BE and BS flags of all its signatures (section 6.1.3).
    public var backup: BackupState
    /// The kind of signature counter for its assertions (section 6.1.1).
    public var counter: CounterBehavior.Kind
    /// When it may be used (CTAP 2.3 section 12.1).
    public var protection: CredentialProtectionPolicy
    /// True if it was made for payments by third parties (CTAP 2.3 section 12.9).
    public var isForThirdPartyPayment: Bool
    /// Where its large blob is stored; nil if it was made without one.
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

/// Whether a credential is synced: the flags BE and BS of its signatures (WebAuthn section 6.1.3). The raw value is the
/// stored one.
public enum BackupState: Int, Sendable, Hashable, CaseIterable {
    /// Neither BE nor BS: it stays on its device.
    case deviceBound = 0
    /// BE and BS.
    case backedUp = 1
    /// BE without BS: it is not synced yet.
    case eligible = 2
    /// BS without BE, which the specification forbids: relying parties must refuse it.
    case inconsistent = 3

    /// The flags.
    public var flags: AuthenticatorData.Flags {
        switch self {
        case .deviceBound: []
        case .backedUp: [.backupEligible, .backupState]
        case .eligible: .backupEligible
        case .inconsistent: .backupState
        }
    }
}

/// Where an authenticator stores large blobs: one of two exclusive ways.
public enum LargeBlobForm: Int, Sendable, Hashable {
    /// In an array that platforms read and write as a whole, encrypted under credentials' keys: authenticatorLargeBlobs
    /// and the extension largeBlobKey (CTAP 2.3 sections 6.10 and 12.3).
    case array = 1
    /// With the credential: the extension largeBlob (CTAP 2.3 section 12.4).
    case credential = 2

    /// The CTAP extension.
    var extensionName: String {
        switch self {
        case .array: "largeBlobKey"
        case .credential: "largeBlob"
        }
    }
}
