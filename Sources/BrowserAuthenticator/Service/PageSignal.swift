import SoftAuthenticator
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

/// A signal method: what a relying party tells of its credentials (WebAuthn section 5.1.10).
struct PageSignal {
    private let call: PageCall
    private let authenticators: VirtualAuthenticators
    private let rpID: String

    /// - Throws: `securityError` if the RP ID does not belong to the page.
    init(_ call: PageCall, _ authenticators: VirtualAuthenticators) throws {
        self.call = call
        self.authenticators = authenticators
        let claimed = try JSONReader(call.options).member("rpId", expected: "an RP ID").string()
        rpID = try RelyingPartyScope(rpID: claimed, path: "rpId", origin: try Origin(call.origin)).rpID
    }

    /// Applies it to each authenticator: credentials that the relying party does not know disappear, and names change.
    func perform() throws {
        let reader = JSONReader(call.options)
        switch call.method {
        case .signalUnknownCredential:
            let id = try reader.member("credentialId", expected: "base64url").base64URL()
            for authenticator in authenticators.all { _ = try authenticator.remove(id, rpID: rpID) }
        case .signalAllAcceptedCredentials:
            let userID = try reader.member("userId", expected: "base64url").base64URL()
            let accepted = try reader.member("allAcceptedCredentialIds", expected: "an array").map {
                (member) throws(JSONMemberError) in try member.base64URL()
            }
            for (authenticator, source) in try credentials(of: userID) where !accepted.contains(source.id) {
                _ = try authenticator.remove(source.id, rpID: rpID)
            }
        case .signalCurrentUserDetails:
            let userID = try reader.member("userId", expected: "base64url").base64URL()
            let user = PublicKeyCredentialUserEntity(
                id: userID, name: try reader.member("name", expected: "a name").string(),
                displayName: try reader.member("displayName", expected: "a name").string())
            for (authenticator, source) in try credentials(of: userID) {
                _ = try authenticator.storage.updateUser(user, rpID: rpID, id: source.id)
            }
        case .create, .get, .cancel, .capabilities: return
        }
    }

    private func credentials(
        of userID: [UInt8]
    ) throws -> [(VirtualAuthenticator, PublicKeyCredentialSource)] {
        try authenticators.all.flatMap { authenticator in
            try authenticator.storage.credentials(rpID: rpID).filter { $0.isDiscoverable && $0.user.id == userID }
                .map { (authenticator, $0) }
        }
    }
}
