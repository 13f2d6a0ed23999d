/// What an authenticator does with all credentials in the place of what they were made with. Relying parties refuse
/// much of it, which is what their tests want to see.
public struct CredentialOverrides: Sendable, Hashable {
    /// nil leaves each credential its counter.
    public var counter: CounterBehavior?
    /// nil leaves each credential its flags.
    public var backup: BackupState?

    public init(counter: CounterBehavior? = nil, backup: BackupState? = nil) {
        self.counter = counter
        self.backup = backup
    }
}
