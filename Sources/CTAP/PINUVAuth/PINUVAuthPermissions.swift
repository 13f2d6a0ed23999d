/// Permitted uses of a pinUvAuthToken (CTAP 2.3 section 6.5.5.7; pcmr since 2.2).
public struct PINUVAuthPermissions: OptionSet, Sendable, Hashable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static let makeCredential = PINUVAuthPermissions(rawValue: 0x01)
    public static let getAssertion = PINUVAuthPermissions(rawValue: 0x02)
    public static let credentialManagement = PINUVAuthPermissions(rawValue: 0x04)
    public static let bioEnrollment = PINUVAuthPermissions(rawValue: 0x08)
    public static let largeBlobWrite = PINUVAuthPermissions(rawValue: 0x10)
    public static let authenticatorConfiguration = PINUVAuthPermissions(rawValue: 0x20)
    public static let persistentCredentialManagementReadOnly = PINUVAuthPermissions(rawValue: 0x40)

    /// The permissions that the specification defines.
    public static let defined = PINUVAuthPermissions(rawValue: 0x7F)
}
