import APIClient
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

/// Why an approval was not made, or why nobody knows whether it was.
public enum ApprovalError: Error, Sendable, CustomStringConvertible {
    /// No http or https URL.
    case url(String)
    /// The page gave no answer. Where the decision was on its way it may count all the same: ask for the status.
    case connection(ConnectionError)
    /// The page refused, with the code that it gave, if any: 404 no such page, 409 decided already, 410 over.
    case refused(status: Int, code: String?)
    case unreadable(String)
    /// The challenge is not the hash of the payment that the page tells: what is shown would not be what is signed.
    case challenge
    /// The page's options cannot be read.
    case options(OptionsError)
    /// The authenticator made no credential or no signature, as where nobody could be asked for a gesture. Nothing is
    /// decided.
    case ceremony(WebAuthnError)

    public var description: String {
        switch self {
        case .url(let url): "\(url.quoted) is no http or https URL"
        case .connection(let error): "\(error)"
        case .refused(let status, let code): "the page answers \(status)" + (code.map { " \($0.escaped)" } ?? "")
        case .unreadable(let reason): "the page's answer cannot be read: \(reason)"
        case .challenge: "the page's challenge is not the hash of the payment that it shows; nothing was signed"
        case .options(let error): "\(error)"
        case .ceremony(let error): "\(error)"
        }
    }
}

/// What became of a decision.
public struct ApprovalOutcome: Sendable, Hashable {
    /// What the page made of the decision.
    public enum Kind: String, Sendable, Hashable, CaseIterable { case approved, declined, canceled, refused }

    public let kind: Kind
    /// The verdict of a refused assertion, such as `signature_invalid`.
    public let code: String?
    /// Where the page leads to; nil where the person goes back to the app by themselves.
    public let location: String?
    /// What has become of the payment, in the provider's word, such as `APPROVED`; nil where the page does not tell.
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
