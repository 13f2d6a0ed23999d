/// A failed ceremony under WebAuthn's name for it (DOMException names and TypeError), with an explanation.
public struct WebAuthnError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Name: String, Sendable, Hashable, CaseIterable {
        /// The caller aborted the ceremony.
        case abortError = "AbortError"
        /// The authenticator cannot meet the options' requirements.
        case constraintError = "ConstraintError"
        /// A value cannot be encoded or decoded.
        case encodingError = "EncodingError"
        /// The authenticator has one of the excluded credentials.
        case invalidStateError = "InvalidStateError"
        /// Declined, timed out, or no credential fits: WebAuthn does not distinguish these.
        case notAllowedError = "NotAllowedError"
        /// No offered algorithm is supported.
        case notSupportedError = "NotSupportedError"
        /// The RP ID does not belong to the origin.
        case securityError = "SecurityError"
        /// A text that must be base64url, or must name one of the allowed credentials, does not.
        case syntaxError = "SyntaxError"
        /// A member of the options has a wrong type or size.
        case typeError = "TypeError"
        /// A fault of the authenticator.
        case unknownError = "UnknownError"
    }

    public let name: Name
    /// What happened and how to fix it, without secrets.
    public let message: String

    /// The authenticator was absent or is gone: nothing was refused. WebAuthn has no name for this.
    public let isUnreachable: Bool

    public init(_ name: Name, _ message: String, isUnreachable: Bool = false) {
        self.name = name
        self.message = message
        self.isUnreachable = isUnreachable
    }

    public var description: String { "\(name.rawValue): \(message)" }
}
