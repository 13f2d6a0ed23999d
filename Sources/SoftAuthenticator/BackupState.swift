import ToqueWebAuthn

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
