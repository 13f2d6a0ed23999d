import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

/// A call of `toque-webauthn.js`.
struct PageCall: Sendable {
    enum Method: String, CaseIterable, Sendable {
        case create, get, cancel, capabilities
        /// The signal methods (WebAuthn section 5.1.10).
        case signalUnknownCredential, signalAllAcceptedCredentials, signalCurrentUserDetails
    }

    let method: Method
    /// The page's own name for the call, by which it is canceled.
    let id: String
    /// The origin of the page or frame.
    let origin: String
    /// The top page's origin, if a frame in between has another origin than the caller.
    let topOrigin: String?
    /// False if the permissions policy forbids the call (WebAuthn section 5.9).
    let isPermitted: Bool
    let mediation: CredentialMediationRequirement
    let options: JSON

    /// A page's own word on its origin counts for nothing: the browser names it. Only a program, which passes the call
    /// on for a page that cannot reach the service, tells the origin itself.
    init(_ request: BrowserRequest) throws {
        let reader = try request.json()
        method = try reader.member("method", expected: "a method").choice()
        id = try reader.optional("id")?.string() ?? ""
        let claimed = try reader.optional("origin")?.string()
        guard let origin = request.origin ?? claimed else {
            throw JSONMemberError(path: "origin", found: "nothing", expected: "the page's origin")
        }
        guard claimed == nil || claimed == origin else {
            throw ServiceRefusal(403, "the browser names another origin than the page")
        }
        self.origin = origin
        topOrigin = try reader.optional("topOrigin")?.string()
        isPermitted = try reader.optional("permitted")?.bool() ?? true
        mediation = try reader.optional("mediation")?.choice() ?? .optional
        options = try reader.optional("options")?.value ?? .object([:])
    }
}
