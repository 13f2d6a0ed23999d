/// How an authenticator is attached (WebAuthn section 5.4.5).
public enum AuthenticatorAttachment: String, Sendable, Hashable, CaseIterable {
    case platform
    case crossPlatform = "cross-platform"
}

/// Section 5.4.6.
public enum ResidentKeyRequirement: String, Sendable, Hashable, CaseIterable {
    case discouraged, preferred, required
}

/// Section 5.8.6.
public enum UserVerificationRequirement: String, Sendable, Hashable, CaseIterable {
    case required, preferred, discouraged
}

/// Section 5.4.7.
public enum AttestationConveyancePreference: String, Sendable, Hashable, CaseIterable {
    case none, indirect, direct, enterprise
}

/// How a client reaches an authenticator (section 5.8.4). Any text is a value: servers must keep unknown ones.
public struct AuthenticatorTransport: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let usb = AuthenticatorTransport(rawValue: "usb")
    public static let nfc = AuthenticatorTransport(rawValue: "nfc")
    public static let ble = AuthenticatorTransport(rawValue: "ble")
    public static let smartCard = AuthenticatorTransport(rawValue: "smart-card")
    public static let hybrid = AuthenticatorTransport(rawValue: "hybrid")
    public static let `internal` = AuthenticatorTransport(rawValue: "internal")
}

/// How a client involves the user (Credential Management Level 1, section 2.3.2).
public enum CredentialMediationRequirement: String, Sendable, Hashable, CaseIterable {
    case silent, optional, conditional, required
}
