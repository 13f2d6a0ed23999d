/// The secrets that an authenticator keeps in its storage besides private keys.
public enum StoredSecret: String, Sendable, Hashable, CaseIterable {
    /// Seals non-discoverable credentials into their IDs, and is where the seeds of hmac-secret come from. 32 bytes.
    case credentialWrapping = "credential wrapping"
    /// The persistent pinUvAuthToken (permission `pcmr`). 32 bytes.
    case persistentToken = "persistent token"
    /// What `encIdentifier` tells the device by. 16 bytes.
    case deviceIdentifier = "device identifier"
    /// What `encCredStoreState` tells changes of the discoverable credentials by (CTAP 2.3): made anew after each. 16
    /// bytes.
    case credentialStoreState = "credential store state"
    /// What the attestation keys and certificates are derived from (`AttestationAuthority`).
    case attestation

    /// Whether authenticatorReset leaves it: an attestation belongs to the device, not to its user.
    public var survivesReset: Bool { self == .attestation }
}
