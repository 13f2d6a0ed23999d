/// When an authenticator lets a credential be used (CTAP 2.3 section 12.1, `credProtect`).
public enum CredentialProtectionPolicy: UInt8, Sendable, Hashable, CaseIterable {
    case userVerificationOptional = 1
    /// Without user verification only where an allow list names it.
    case userVerificationOptionalWithCredentialIDList = 2
    case userVerificationRequired = 3

    /// Its name in the client's input `credentialProtectionPolicy`.
    public var identifier: String {
        switch self {
        case .userVerificationOptional: "userVerificationOptional"
        case .userVerificationOptionalWithCredentialIDList: "userVerificationOptionalWithCredentialIDList"
        case .userVerificationRequired: "userVerificationRequired"
        }
    }
}
