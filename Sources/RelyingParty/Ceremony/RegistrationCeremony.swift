import ToqueWebAuthn

/// A registration to be verified: what was asked and what came back.
public struct RegistrationCeremony: Sendable, Hashable {
    public var options: PublicKeyCredentialCreationOptions
    /// The RP ID that the credential must be scoped to.
    public var rpID: String
    public var response: RegistrationResponse

    /// How the client was asked (CredentialCreationOptions); a conditional creation need not find the user present.
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
