import ToqueWebAuthn

/// A relying party's stored data about a credential: the credential record of section 4.
public struct StoredCredential: Sendable, Hashable {
    public var id: [UInt8]
    /// The authenticator's COSE_Key, unchanged.
    public var publicKey: [UInt8]
    /// The last signature counter.
    public var signCount: UInt32
    public var backupEligible: Bool
    public var backupState: Bool
    /// The owner's user handle; nil if the relying party keeps none, which leaves it unchecked.
    public var userHandle: [UInt8]?

    public init(
        id: [UInt8], publicKey: [UInt8], signCount: UInt32, backupEligible: Bool, backupState: Bool,
        userHandle: [UInt8]?
    ) {
        self.id = id
        self.publicKey = publicKey
        self.signCount = signCount
        self.backupEligible = backupEligible
        self.backupState = backupState
        self.userHandle = userHandle
    }
}
