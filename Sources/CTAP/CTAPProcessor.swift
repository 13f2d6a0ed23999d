/// A device that executes CTAP2 commands, and U2F commands if it supports them.
public protocol CTAPProcessor: Sendable {
    /// The maximum size of a message, including the command byte (`maxMsgSize` of authenticatorGetInfo).
    var maxMsgSize: Int { get }

    /// The supported commands, which never change. Requests with any other code get `invalidCommand`, whatever their
    /// parameters.
    var commands: Set<CTAPCommandCode> { get }

    /// Executes a command. Its changes are durable on return. It runs on the caller's thread and suspends only while it
    /// awaits a gesture: a command without a gesture is over when the call returns.
    /// - Parameter keepalive: receives each new reason for waiting (section 11.2.9.1.7); called from any thread.
    /// - Throws: the specification's status; `keepaliveCancel` if the task was canceled.
    func process(
        _ command: CTAPCommand, keepalive: @escaping @Sendable (KeepaliveStatus) -> Void
    ) async throws(CTAPStatus) -> CTAPResponse

    /// True if it supports U2F commands (CTAPHID_MSG). Never changes, even if it sometimes refuses them.
    var speaksU2F: Bool { get }

    /// Executes a U2F command. Its changes are durable on return. It awaits no gesture: a client that requests one gets
    /// `conditionsNotSatisfied` and repeats the command until somebody has touched the device.
    /// - Throws: the status word of the failure.
    func process(_ command: U2FCommand) async throws(U2FStatus) -> U2FResponse

    /// The next command comes from another channel than the previous one. State that only an immediate successor may
    /// use, such as that of authenticatorGetNextAssertion, does not belong to that channel (section 6, "stateful
    /// commands"). No command is in progress.
    func channelChanged()

    /// A power cycle: tokens, key agreements, the lock after three wrong PINs and all state between commands are gone,
    /// and the ten seconds in which a reset is possible begin.
    func powerCycle()
}

/// A device with all CTAP2 commands, and no others.
extension CTAPProcessor {
    public var commands: Set<CTAPCommandCode> { Set(CTAPCommandCode.allCases) }

    public var speaksU2F: Bool { false }

    public func process(_ command: U2FCommand) async throws(U2FStatus) -> U2FResponse { throw .insNotSupported }
}

/// A command's reason for waiting (section 11.2.9.1.7).
public enum KeepaliveStatus: UInt8, Sendable, Hashable {
    case processing = 1
    /// Presence: it awaits a touch.
    case upNeeded = 2
}
