/// Asks the person in front of the authenticator. A terminal, a script of gestures or a test implements it.
public protocol UserInteraction: Sendable {
    /// Asks for consent and, where `prompt.verification` says so, verification. Waits until the person answers; where
    /// nobody does it returns only when its task is cancelled, then with `timeout`.
    /// - Throws: `WebAuthnError` where asking is impossible, such as without a terminal.
    func requestGesture(_ prompt: GesturePrompt) async throws(WebAuthnError) -> UserGesture
}

/// What the person is asked.
public struct GesturePrompt: Sendable, Hashable {
    public enum Operation: Sendable, Hashable {
        case register, authenticate
    }

    /// How this class of device verifies its user; `none` where it only tests presence by a touch.
    public enum Verification: String, Sendable, Hashable {
        case face, fingerprint, pin, none
    }

    public var operation: Operation
    public var rpID: String
    public var rpName: String?
    public var userName: String?
    public var verification: Verification

    public init(
        operation: Operation, rpID: String, rpName: String? = nil, userName: String? = nil,
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
    case decline
    /// Nothing until the time was over.
    case timeout
}
