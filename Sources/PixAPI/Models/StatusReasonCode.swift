import ToqueEncoding

/// The reason why an enrollment failed or was canceled. Any text is valid: the provider's own examples are not all in
/// its list.
public struct StatusReasonCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let sendRiskSignalsFailed = Self(rawValue: "send_risk_signals_failed")
    public static let redirectionToInstitutionFailed = Self(rawValue: "redirection_to_institution_failed")
    public static let biometricRegistrationFailed = Self(rawValue: "biometric_registration_failed")
    public static let tooManyDeviceRegistrationAttempts = Self(rawValue: "too_many_device_registration_attempts")
    public static let rejectedByUser = Self(rawValue: "rejected_by_user")
    public static let deviceNotSupportsBiometricAuthentication = Self(
        rawValue: "device_not_supports_biometric_authentication")
    public static let institutionInfraFailed = Self(rawValue: "institution_infra_failed")
    public static let blockedByInstitutionSecurityPolicy = Self(rawValue: "blocked_by_institution_security_policy")
    public static let redirectionBackFromInstitutionFailed = Self(
        rawValue: "redirection_back_from_institution_failed")
    public static let biometricValidationError = Self(rawValue: "biometric_validation_error")
    public static let rejectedOther = Self(rawValue: "rejected_other")
    public static let canceledDueToExpiration = Self(rawValue: "canceled_due_to_expiration")
    public static let unexpected = Self(rawValue: "unexpected")
    /// From the guide's example of a redirect with an error; not in the SDK's list.
    public static let insufficientFunds = Self(rawValue: "insufficient_funds")

    public var description: String { rawValue }
}

extension StatusReasonCode: JSONValue {
    package static func read(_ reader: JSONReader) throws(JSONMemberError) -> Self {
        Self(rawValue: try reader.string())
    }
    package var json: JSON { .string(rawValue) }
    package static var schema: JSONSchema { .text(matching: "^[a-z_]+$") }
    package static var expectation: String { String.expectation }
}
