import ToqueWebAuthn

/// A registration to verify: the request and the response.
public struct RegistrationCeremony: Sendable, Hashable {
    public var options: PublicKeyCredentialCreationOptions
    /// The required RP ID of the credential's scope.
    public var rpID: String
    public var response: RegistrationResponse

    /// The mediation of the request (CredentialCreationOptions). A conditional creation does not need the user's
    /// presence.
    public var mediation: CredentialMediationRequirement?

    public init(
        options: PublicKeyCredentialCreationOptions, rpID: String, response: RegistrationResponse,
        mediation: CredentialMediationRequirement? = nil
    ) {
        self.options = options
        self.rpID = rpID
        self.response = response
        self.mediation = mediation
    }
}
