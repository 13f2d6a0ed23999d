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

/// Whether a credential is synced: the flags BE and BS of what it signs (WebAuthn section 6.1.3). The raw value is what
/// storage keeps.
public enum BackupState: Int, Sendable, Hashable, CaseIterable {
    /// Neither BE nor BS: it stays on its device.
    case deviceBound = 0
    /// BE and BS.
    case backedUp = 1
    /// BE without BS: it is not synced yet.
    case eligible = 2
    /// BS without BE, which the specification forbids: relying parties have to refuse it.
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

/// Where an authenticator keeps large blobs, one of two ways that exclude each other.
public enum LargeBlobForm: Int, Sendable, Hashable {
    /// In an array that platforms read and write whole, encrypted under keys of the credentials:
    /// authenticatorLargeBlobs and the extension largeBlobKey (CTAP 2.3 sections 6.10 and 12.3).
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
