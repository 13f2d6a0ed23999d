import APIClient
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

/// Why an approval failed, or why its result is unknown.
public enum ApprovalError: Error, Sendable, CustomStringConvertible {
    /// Not an http or https URL.
    case url(String)
    /// The page did not respond. A decision that was already sent may still count: ask for the status.
    case connection(ConnectionError)
    /// The page refused, with its code, if any: 404 unknown page, 409 already decided, 410 expired.
    case refused(status: Int, code: String?)
    case unreadable(String)
    /// The challenge is not the hash of the page's payment: the person would sign something else than what is shown.
    case challenge
    /// The page's options cannot be read.
    case options(OptionsError)
    /// The authenticator created no credential or no signature, for example because nobody could be asked for a
    /// gesture. Nothing is decided.
    case ceremony(WebAuthnError)

    public var description: String {
        switch self {
        case .url(let url): "\(url.quoted) is not an http or https URL"
        case .connection(let error): "\(error)"
        case .refused(let status, let code): "the page answers \(status)" + (code.map { " \($0.escaped)" } ?? "")
        case .unreadable(let reason): "the page's answer cannot be read: \(reason)"
        case .challenge: "the page's challenge is not the hash of the payment that it shows; nothing was signed"
        case .options(let error): "\(error)"
        case .ceremony(let error): "\(error)"
        }
    }
}

/// The result of a decision.
public struct ApprovalOutcome: Sendable, Hashable {
    /// The page's outcome of the decision.
    public enum Kind: String, Sendable, Hashable, CaseIterable { case approved, declined, canceled, refused }

    public let kind: Kind
    /// The verdict of a refused assertion, such as `signature_invalid`.
    public let code: String?
    /// The page's next address; nil if the person returns to the app on their own.
    public let location: String?
    /// The payment's status in the provider's terms, such as `APPROVED`; nil if the page does not report it.
    public let status: String?

    public init(kind: Kind, code: String? = nil, location: String? = nil, status: String? = nil) {
        self.kind = kind
        self.code = code
        self.location = location
        self.status = status
    }

    init(_ reader: JSONReader) throws(JSONMemberError) {
        kind = try reader.member("outcome", expected: "a string").choice()
        code = try reader.optional("code")?.string()
        location = try reader.optional("location")?.string()
        status = try reader.optional("status")?.string()
    }
}
