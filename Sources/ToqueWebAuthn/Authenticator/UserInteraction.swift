import ToqueCrypto

/// Asks the person at the authenticator: implemented by a terminal, a script of gestures or a test.
public protocol UserInteraction: Sendable {
    /// Asks for consent and, if `prompt.verification` requires it, verification. Waits until the person answers. If
    /// nobody does, it returns `timeout` only when its task is canceled.
    /// - Throws: `WebAuthnError` if asking is impossible, such as without a terminal.
    func requestGesture(_ prompt: GesturePrompt) async throws(WebAuthnError) -> UserGesture

    /// Asks for the PIN of a device that verifies its user by PIN.
    /// - Returns: the PIN in UTF-8, in Unicode normalization form C.
    /// - Throws: `notAllowedError` if the person gives none, or there is no person to ask.
    func requestPIN(_ prompt: PINPrompt) async throws(WebAuthnError) -> SecretBytes

    /// Announces that a device awaits the person's touch. Returns at once: the device itself notices the touch or the
    /// timeout.
    func showTouchRequest(_ prompt: GesturePrompt) async
}

extension UserInteraction {
    public func requestPIN(_ prompt: PINPrompt) async throws(WebAuthnError) -> SecretBytes {
        throw WebAuthnError(.notAllowedError, "\(prompt.device) requires its PIN, and there is no one to ask for it")
    }

    public func showTouchRequest(_ prompt: GesturePrompt) async {}
}

/// A request for a PIN.
public struct PINPrompt: Sendable, Hashable {
    /// The device's name for people.
    public var device: String
    /// The remaining tries, if the device tells.
    public var retriesLeft: Int?
    /// True if the PIN given before was wrong.
    public var isRetry: Bool
    /// True if the device tried to verify its user itself, such as by a fingerprint, and did not recognize them.
    public var isFallback: Bool

    public init(device: String, retriesLeft: Int? = nil, isRetry: Bool = false, isFallback: Bool = false) {
        self.device = device
        self.retriesLeft = retriesLeft
        self.isRetry = isRetry
        self.isFallback = isFallback
    }
}

/// A request to the person.
public struct GesturePrompt: Sendable, Hashable {
    public enum Operation: Sendable, Hashable {
        case register, authenticate
        /// Touch one of several devices to choose it (CTAP 2.3 section 6.9), or to show that it is there.
        case select
        /// Erase everything (CTAP 2.3 section 6.6).
        case reset
        /// Erase everything, with a touch of five seconds (CTAP 2.3).
        case resetByLongTouch
        /// Give a sample of the finger being enrolled (CTAP 2.3 section 6.7), and the number of samples that remain.
        case enrollFingerprint(remainingSamples: Int)
    }

    /// How this class of device verifies its user; `none` if it only tests presence by a touch.
    public enum Verification: String, Sendable, Hashable {
        case face, fingerprint, pin, none
    }

    public var operation: Operation
    /// nil if the gesture is for no relying party.
    public var rpID: String?
    public var rpName: String?
    public var userName: String?
    public var verification: Verification

    public init(
        operation: Operation, rpID: String? = nil, rpName: String? = nil, userName: String? = nil,
        verification: Verification
    ) {
        self.operation = operation
        self.rpID = rpID
        self.rpName = rpName
        self.userName = userName
        self.verification = verification
    }
}

/// The person's answer.
public enum UserGesture: Sendable, Hashable {
    /// Touched the device, and was verified if the device verifies.
    case approve
    /// Laid a finger on the device's sensor; without one, touched the device. The sensor, which knows fingers by these
    /// names, decides whether that verifies the person.
    case finger(String)
    /// Touched the sensor without giving a readable fingerprint. It counts as a touch.
    case badTouch(FingerprintFault)
    case decline
    /// Did nothing until the timeout.
    case timeout
}

/// Why a sensor cannot read a finger, as a script of gestures names it (CTAP 2.3 section 6.7,
/// `lastEnrollSampleStatus`).
public enum FingerprintFault: String, Sendable, Hashable, CaseIterable {
    case tooHigh = "too-high"
    case tooLow = "too-low"
    case tooLeft = "too-left"
    case tooRight = "too-right"
    case tooFast = "too-fast"
    case tooSlow = "too-slow"
    case poorQuality = "poor-quality"
    case tooSkewed = "too-skewed"
    case tooShort = "too-short"
    /// The sample does not match those before it.
    case mergeFailure = "merge-failure"
    /// The finger stayed on the sensor instead of being lifted.
    case noTransition = "not-lifted"
}
