/// A device that CTAP2 commands are sent to, and those of U2F where it speaks that too.
public protocol CTAPProcessor: Sendable {
    /// The longest message it takes, the command byte included (`maxMsgSize` of authenticatorGetInfo).
    var maxMsgSize: Int { get }

    /// The commands that it has; the same throughout. Requests with any other code are answered `invalidCommand`,
    /// whatever their parameters.
    var commands: Set<CTAPCommandCode> { get }

    /// Carries out a command. What it changes is durable when it returns. It runs on the caller's thread and suspends
    /// only while it awaits a gesture, so that a command that awaits none is over when the call comes back.
    /// - Parameter keepalive: is told each time what the command is waiting for (section 11.2.9.1.7); from any thread.
    /// - Throws: the status that the specification names; `keepaliveCancel` where the task was canceled.
    func process(
        _ command: CTAPCommand, keepalive: @escaping @Sendable (KeepaliveStatus) -> Void
    ) async throws(CTAPStatus) -> CTAPResponse

    /// Whether it takes U2F's commands (CTAPHID_MSG); the same throughout, whatever it may refuse at times.
    var speaksU2F: Bool { get }

    /// Carries out a command of U2F. What it changes is durable when it returns. It awaits no gesture: who asks for one
    /// is told `conditionsNotSatisfied` and asks again until somebody has touched the device.
    /// - Throws: the status that is answered in the place of a response.
    func process(_ command: U2FCommand) async throws(U2FStatus) -> U2FResponse

    /// The next command comes on another channel than the one before it: what only an immediate successor goes on with,
    /// as authenticatorGetNextAssertion does, is not that channel's (section 6, "stateful commands"). No command is
    /// under way.
    func channelChanged()

    /// Power was taken away and given back: tokens, key agreements, the lock after three wrong PINs and all state
    /// between commands are gone, and the ten seconds in which a reset is possible begin.
    func powerCycle()
}

/// A device that has all commands of CTAP2, and CTAP2 alone.
extension CTAPProcessor {
    public var commands: Set<CTAPCommandCode> { Set(CTAPCommandCode.allCases) }

    public var speaksU2F: Bool { false }

    public func process(_ command: U2FCommand) async throws(U2FStatus) -> U2FResponse { throw .insNotSupported }
}

/// What a command is waiting for (section 11.2.9.1.7).
public enum KeepaliveStatus: UInt8, Sendable, Hashable {
    case processing = 1
    /// Presence: a touch is awaited.
    case upNeeded = 2
}
