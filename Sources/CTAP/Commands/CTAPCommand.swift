/// What a platform asks of an authenticator: the first byte of a CTAPHID_CBOR request and its parameters (CTAP 2.3
/// section 6).
public enum CTAPCommand: Sendable, Hashable {
    case makeCredential(AuthenticatorMakeCredential)
    case getAssertion(AuthenticatorGetAssertion)
    case getInfo
    case clientPIN(AuthenticatorClientPIN)
    case reset
    case getNextAssertion
    /// 0x0A, and 0x41 of the prototype.
    case credentialManagement(AuthenticatorCredentialManagement)
    case selection
    /// 0x09, and 0x40 of the prototype.
    case bioEnrollment(AuthenticatorBioEnrollment)
    case largeBlobs(AuthenticatorLargeBlobs)
    case config(AuthenticatorConfig)
}

extension CTAPCommand {
    public var code: CTAPCommandCode {
        switch self {
        case .makeCredential: .makeCredential
        case .getAssertion: .getAssertion
        case .getInfo: .getInfo
        case .clientPIN: .clientPIN
        case .reset: .reset
        case .getNextAssertion: .getNextAssertion
        case .credentialManagement(let command):
            command.isPrototype ? .credentialManagementPrototype : .credentialManagement
        case .selection: .selection
        case .bioEnrollment(let command): command.isPrototype ? .bioEnrollmentPrototype : .bioEnrollment
        case .largeBlobs: .largeBlobs
        case .config: .config
        }
    }
}
