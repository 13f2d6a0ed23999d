/// A failed ceremony under the name that WebAuthn gives it (DOMException names and TypeError), with a sentence of its
/// own.
public struct WebAuthnError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Name: String, Sendable, Hashable, CaseIterable {
        /// The ceremony was aborted by its caller.
        case abortError = "AbortError"
        /// The authenticator cannot do what the options demand.
        case constraintError = "ConstraintError"
        /// A value cannot be encoded or decoded.
        case encodingError = "EncodingError"
        /// The authenticator has one of the excluded credentials.
        case invalidStateError = "InvalidStateError"
        /// Declined, timed out, or no credential fits: WebAuthn tells these apart by no name.
        case notAllowedError = "NotAllowedError"
        /// No offered algorithm is supported.
        case notSupportedError = "NotSupportedError"
        /// The RP ID is not the origin's.
        case securityError = "SecurityError"
        /// A text that is to be base64url, or to name one of the allowed credentials, is neither.
        case syntaxError = "SyntaxError"
        /// A member of the options has a wrong type or size.
        case typeError = "TypeError"
        /// A fault of the authenticator.
        case unknownError = "UnknownError"
    }

    public let name: Name
    /// What happened and how to fix it, without secrets.
    public let message: String

    /// The authenticator was not there, or is gone: nothing was refused. WebAuthn has no name for that.
    public let isUnreachable: Bool

    public init(_ name: Name, _ message: String, isUnreachable: Bool = false) {
        self.name = name
        self.message = message
        self.isUnreachable = isUnreachable
    }

    public var description: String { "\(name.rawValue): \(message)" }
}
