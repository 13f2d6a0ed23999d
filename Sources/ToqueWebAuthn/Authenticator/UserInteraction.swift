import ToqueCrypto

/// Asks the person in front of the authenticator. A terminal, a script of gestures or a test implements it.
public protocol UserInteraction: Sendable {
    /// Asks for consent and, where `prompt.verification` says so, verification. Waits until the person answers; where
    /// nobody does it returns only when its task is canceled, then with `timeout`.
    /// - Throws: `WebAuthnError` where asking is impossible, such as without a terminal.
    func requestGesture(_ prompt: GesturePrompt) async throws(WebAuthnError) -> UserGesture

    /// Asks for the PIN of a device that verifies its user by one.
    /// - Returns: the PIN in UTF-8, in Unicode normalization form C.
    /// - Throws: `notAllowedError` where the person gives none or nobody can be asked.
    func requestPIN(_ prompt: PINPrompt) async throws(WebAuthnError) -> SecretBytes

    /// Says that a device awaits the person's touch. Returns at once; the touch, or the end of the waiting, is the
    /// device's to notice.
    func showTouchRequest(_ prompt: GesturePrompt) async
}

extension UserInteraction {
    public func requestPIN(_ prompt: PINPrompt) async throws(WebAuthnError) -> SecretBytes {
        throw WebAuthnError(.notAllowedError, "\(prompt.device) wants its PIN, and nobody here can be asked for it")
    }

    public func showTouchRequest(_ prompt: GesturePrompt) async {}
}

/// What the person is asked a PIN for.
public struct PINPrompt: Sendable, Hashable {
    /// The device, as a person knows it.
    public var device: String
    /// Tries that are left, where the device tells.
    public var retriesLeft: Int?
    /// The PIN that was given before was wrong.
    public var isRetry: Bool
    /// The device was to verify its user itself, as by a fingerprint, and did not recognize them.
    public var isFallback: Bool

    public init(device: String, retriesLeft: Int? = nil, isRetry: Bool = false, isFallback: Bool = false) {
        self.device = device
        self.retriesLeft = retriesLeft
        self.isRetry = isRetry
        self.isFallback = isFallback
    }
}

/// What the person is asked.
public struct GesturePrompt: Sendable, Hashable {
    public enum Operation: Sendable, Hashable {
        case register, authenticate
        /// Tell by a touch which of several devices is meant (CTAP 2.3 section 6.9), or that one is there.
        case select
        /// Forget everything (CTAP 2.3 section 6.6).
        case reset
        /// The same, where the touch has to last five seconds (CTAP 2.3).
        case resetByLongTouch
        /// Give a sample of a finger that is being enrolled (CTAP 2.3 section 6.7), and how many are to come with it.
        case enrollFingerprint(remainingSamples: Int)
    }

    /// How this class of device verifies its user; `none` where it only tests presence by a touch.
    public enum Verification: String, Sendable, Hashable {
        case face, fingerprint, pin, none
    }

    public var operation: Operation
    /// nil where the gesture is for no relying party.
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

/// What the person did.
public enum UserGesture: Sendable, Hashable {
    /// Touched the device, and was verified where the device verifies.
    case approve
    /// Laid a finger on the sensor of a device that has one, elsewhere touched the device. Whether that verifies them
    /// is the sensor's to say, which knows fingers by these names.
    case finger(String)
    /// Touched a sensor in such a way that it could not read the finger; a touch it was.
    case badTouch(FingerprintFault)
    case decline
    /// Nothing until the time was over.
    case timeout
}

/// Why a sensor cannot read a finger, in the words of a script of gestures (CTAP 2.3 section 6.7,
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
    /// The sample does not go with those before it.
    case mergeFailure = "merge-failure"
    /// The finger stayed where it was instead of being lifted.
    case noTransition = "not-lifted"
}
