/// When an authenticator allows the use of a credential (CTAP 2.3 section 12.1, `credProtect`).
public enum CredentialProtectionPolicy: UInt8, Sendable, Hashable, CaseIterable {
    case userVerificationOptional = 1
    /// Without user verification, only if an allow list names it.
    case userVerificationOptionalWithCredentialIDList = 2
    case userVerificationRequired = 3

    /// The policy's name in the client's input `credentialProtectionPolicy`.
    public var identifier: String {
        switch self {
        case .userVerificationOptional: "userVerificationOptional"
        case .userVerificationOptionalWithCredentialIDList: "userVerificationOptionalWithCredentialIDList"
        case .userVerificationRequired: "userVerificationRequired"
        }
    }
}
