import ToqueWebAuthn

/// An assertion to verify: the request, the response, and the credential that the relying party stored.
public struct AuthenticationCeremony: Sendable, Hashable {
    public var options: PublicKeyCredentialRequestOptions
    /// The RP ID of the credential's scope.
    public var rpID: String
    public var response: AuthenticationResponse
    /// The credential record for the response's credential ID.
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
