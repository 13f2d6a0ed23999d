/// A device that CTAP2 commands are sent to.
public protocol CTAPProcessor: Sendable {
    /// The longest message it takes, the command byte included (`maxMsgSize` of authenticatorGetInfo).
    var maxMsgSize: Int { get }

    /// Carries out a command. What it changes is durable when it returns. It runs on the caller's thread and suspends
    /// only while it awaits a gesture, so that a command that awaits none is over when the call comes back.
    /// - Parameter keepalive: is told each time what the command is waiting for (section 11.2.9.1.7); from any thread.
    /// - Throws: the status that the specification names; `keepaliveCancel` where the task was cancelled.
    func process(
        _ command: CTAPCommand, keepalive: @escaping @Sendable (KeepaliveStatus) -> Void
    ) async throws(CTAPStatus) -> CTAPResponse

    /// The next command comes on another channel than the one before it: what only an immediate successor goes on with,
    /// as authenticatorGetNextAssertion does, is not that channel's (section 6, "stateful commands"). No command is
    /// under way.
    func channelChanged()

    /// Power was taken away and given back: tokens, key agreements, the lock after three wrong PINs and all state
    /// between commands are gone, and the ten seconds in which a reset is possible begin.
    func powerCycle()
}

/// What a command is waiting for (section 11.2.9.1.7).
public enum KeepaliveStatus: UInt8, Sendable, Hashable {
    case processing = 1
    /// Presence: a touch is awaited.
    case upNeeded = 2
}
