/// What an authenticator answers with status OK.
public enum CTAPResponse: Sendable, Hashable {
    case makeCredential(AuthenticatorMakeCredential.Response)
    /// Of authenticatorGetAssertion and authenticatorGetNextAssertion.
    case getAssertion(AuthenticatorGetAssertion.Response)
    case getInfo(AuthenticatorGetInfo)
    case clientPIN(AuthenticatorClientPIN.Response)
    case credentialManagement(AuthenticatorCredentialManagement.Response)
    case bioEnrollment(AuthenticatorBioEnrollment.Response)
    case largeBlobs(AuthenticatorLargeBlobs.Response)
    /// The status alone.
    case empty
}
