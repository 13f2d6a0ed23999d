import ToqueWebAuthn

/// An assertion to be verified: what was asked, what came back, and the credential that the relying party stored.
public struct AuthenticationCeremony: Sendable, Hashable {
    public var options: PublicKeyCredentialRequestOptions
    /// The RP ID that the credential is scoped to.
    public var rpID: String
    public var response: AuthenticationResponse
    /// The credential record that the response's credential ID led to.
    public var credential: StoredCredential

    public init(
        options: PublicKeyCredentialRequestOptions, rpID: String, response: AuthenticationResponse,
        credential: StoredCredential
    ) {
        self.options = options
        self.rpID = rpID
        self.response = response
        self.credential = credential
    }
}
