import CTAP
import Synchronization
import ToqueWebAuthn

extension SoftAuthenticator {
    /// The authenticator as a powered CTAP2 device. It verifies its user by PIN, and by fingerprint if the profile has
    /// a sensor. It shares credentials, fingerprints and counter with the WebAuthn face. Tokens and state between
    /// commands are its own, so use one such device per authenticator.
    /// - Parameters:
    ///   - interaction: asks for touches.
    ///   - userActionTimeout: the time limit for a touch; the specification requires at least 10 seconds. nil waits
    ///     forever.
    ///   - clock: measures the timeout.
    ///   - maxMsgSize: the maximum size of platforms' requests, if the transport carries less than CTAPHID: at least
    ///     1200 bytes.
    ///   - pinComplexityPolicyURL: an explanation of its PIN policy for people, at most 256 bytes (CTAP 2.3 section
    ///     6.4).
    public func ctapProcessor(
        interaction: any UserInteraction, userActionTimeout: Duration? = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock(), maxMsgSize: Int? = nil,
        pinComplexityPolicyURL: String? = nil
    ) -> some CTAPProcessor {
        CTAPFace(
            engine: engine, uptime: uptime, interaction: interaction,
            maxMsgSize: maxMsgSize ?? MessageLimits.maxMsgSize,
            pinComplexityPolicyURL: pinComplexityPolicyURL, userActionTimeout: userActionTimeout, clock: clock)
    }
}

extension AuthenticatorProfile {
    /// The commands of a sensor and of an array of large blobs are missing if the device has none.
    fileprivate var commands: Set<CTAPCommandCode> {
        var commands = Set(CTAPCommandCode.allCases)
        if !hasFingerprintSensor { commands.subtract([.bioEnrollment, .bioEnrollmentPrototype]) }
        if largeBlobs != .array { commands.remove(.largeBlobs) }
        return commands
    }
}

/// The authenticator's face for platforms' CTAP2 commands, which run one after another. One lock guards all state. It
/// is not held while a touch is awaited: state that may have changed is checked again afterwards.
///
/// A command's handler is a method of its name in an extension. It takes the decoded command, and a `Context` if it may
/// wait for a person. It checks pinUvAuthParam as a `PINUVAuthProof`, throws the status of the first step that fails,
/// and returns the response as a typed value. Only `CTAP` decodes and encodes.
final class CTAPFace: CTAPProcessor {
    /// A command in progress.
    struct Context {
        let operation: Gestures.Operation
        /// The generation of the state with which it began.
        let powerCycles: Int
        let keepalive: @Sendable (KeepaliveStatus) -> Void
    }

    let engine: CredentialEngine
    let uptime: @Sendable () -> Duration
    let maxMsgSize: Int
    let commands: Set<CTAPCommandCode>
    let pinComplexityPolicyURL: String?
    let state: Mutex<CTAPState>
    let touch: U2FTouch
    let interaction: any UserInteraction
    private let userActionTimeout: Duration?
    private let clock: any Clock<Duration>
    let gestures = Gestures()
    let queue = CommandQueue()

    init(
        engine: CredentialEngine, uptime: @escaping @Sendable () -> Duration, interaction: any UserInteraction,
        maxMsgSize: Int, pinComplexityPolicyURL: String?, userActionTimeout: Duration?, clock: any Clock<Duration>
    ) {
        self.engine = engine
        self.uptime = uptime
        self.interaction = interaction
        self.userActionTimeout = userActionTimeout
        self.clock = clock
        self.maxMsgSize = maxMsgSize
        commands = engine.profile.commands
        self.pinComplexityPolicyURL = pinComplexityPolicyURL
        state = Mutex(CTAPState(random: engine.random, uptime: uptime))
        touch = U2FTouch(uptime: uptime)
    }

    func process(
        _ command: CTAPCommand, keepalive: @escaping @Sendable (KeepaliveStatus) -> Void
    ) async throws(CTAPStatus) -> CTAPResponse {
        guard commands.contains(command.code) else { throw .invalidCommand }
        guard await queue.enter() else { throw .keepaliveCancel }
        defer { queue.leave() }
        let context = begin(command, keepalive: keepalive)
        switch command {
        case .makeCredential(let command): return try await makeCredential(command, context)
        case .getAssertion(let command): return try await getAssertion(command, context)
        case .getNextAssertion: return try getNextAssertion()
        case .getInfo: return try getInfo()
        case .clientPIN(let command): return try await clientPIN(command, context)
        case .credentialManagement(let command): return try credentialManagement(command)
        case .bioEnrollment(let command): return try await bioEnrollment(command, context)
        case .largeBlobs(let command): return try largeBlobs(command)
        case .config(let command): return try config(command)
        case .selection: return try await selection(context)
        case .reset: return try await reset(context)
        }
    }

    func channelChanged() { forgetSteps() }

    func powerCycle() {
        state.withLock { state in
            state = CTAPState(random: engine.random, uptime: uptime, powerCycles: state.powerCycles + 1)
        }
        gestures.cancel()
        touch.forget()
    }

    /// Forgets state that only an immediate successor may use (CTAP 2.3 section 6, "stateful commands").
    func forgetSteps() {
        state.withLock { state in
            state.assertions = nil
            state.credentialManagement.forget()
            state.largeBlobWrite = nil
        }
    }

    /// Forgets state that this command does not continue.
    private func begin(
        _ command: CTAPCommand, keepalive: @escaping @Sendable (KeepaliveStatus) -> Void
    ) -> Context {
        state.withLock { state in
            if case .getNextAssertion = command {} else { state.assertions = nil }
            if case .credentialManagement = command {} else { state.credentialManagement.forget() }
            if case .largeBlobs = command {} else { state.largeBlobWrite = nil }
            return Context(
                operation: gestures.begin(), powerCycles: state.powerCycles, keepalive: keepalive)
        }
    }

    // MARK: Steps that commands share

    func settings() throws(CTAPStatus) -> AuthenticatorSettings {
        try answeringFaults { try engine.storage.settings() }
    }

    /// Waits for a touch.
    /// - Parameter timeout: the status if nobody touches in time.
    /// - Throws: `operationDenied` if the person declines or there is no person to ask, `keepaliveCancel` if the task
    ///   was canceled or the power was cut.
    func requireTouch(
        _ prompt: GesturePrompt, _ context: Context, timeout: CTAPStatus = .operationDenied
    ) async throws(CTAPStatus) {
        try Self.requireTouch(await gesture(prompt, context), timeout: timeout)
    }

    static func requireTouch(_ outcome: Gestures.Outcome, timeout: CTAPStatus) throws(CTAPStatus) {
        switch outcome {
        // Any finger on a sensor proves presence.
        case .approved, .finger, .badTouch: return
        case .declined, .failed: throw .operationDenied
        case .timedOut: throw timeout
        case .canceled: throw .keepaliveCancel
        }
    }

    /// Waits for a gesture, with keepalives.
    /// - Parameter timeout: the platform's time limit for the person; nil leaves it to the device.
    func gesture(
        _ prompt: GesturePrompt, _ context: Context, timeout: Duration? = nil
    ) async -> Gestures.Outcome {
        // One question at a time.
        touch.forget()
        var hasWaited = false
        let outcome = await gestures.ask(
            prompt, by: interaction, in: context.operation, limit: timeLimit(timeout)
        ) {
            hasWaited = true
            context.keepalive(.upNeeded)
        }
        if hasWaited { context.keepalive(.processing) }
        return outcome
    }

    /// The time limit for a person; nil for none.
    /// - Parameter timeout: the platform's limit; nil leaves it to the device.
    func timeLimit(_ timeout: Duration? = nil) -> Gestures.TimeLimit? {
        (timeout ?? userActionTimeout).map { Gestures.TimeLimit(duration: $0, clock: clock) }
    }
}
