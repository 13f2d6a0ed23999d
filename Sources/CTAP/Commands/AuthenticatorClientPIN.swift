/// authenticatorClientPIN, 0x06 (CTAP 2.3 section 6.5.5). Which parameters a subcommand needs is the handler's to check.
public struct AuthenticatorClientPIN: Sendable, Hashable {
    public enum SubCommand: UInt64, Sendable, Hashable, CaseIterable {
        case getPINRetries = 0x01
        case getKeyAgreement = 0x02
        case setPIN = 0x03
        case changePIN = 0x04
        case getPinToken = 0x05
        case getPinUvAuthTokenUsingUvWithPermissions = 0x06
        case getUVRetries = 0x07
        case getPinUvAuthTokenUsingPinWithPermissions = 0x09
    }

    /// As it was sent.
    public var pinUvAuthProtocol: UInt64?
    /// The raw value of a `SubCommand`, or one that nobody knows.
    public var subCommand: UInt64
    public var keyAgreement: KeyAgreementKey?
    public var pinUvAuthParam: [UInt8]?
    public var newPinEnc: [UInt8]?
    public var pinHashEnc: [UInt8]?
    public var permissions: PINUVAuthPermissions?
    public var rpID: String?

    public init(
        _ subCommand: SubCommand, pinUvAuthProtocol: UInt64? = nil, keyAgreement: KeyAgreementKey? = nil,
        pinUvAuthParam: [UInt8]? = nil, newPinEnc: [UInt8]? = nil, pinHashEnc: [UInt8]? = nil,
        permissions: PINUVAuthPermissions? = nil, rpID: String? = nil
    ) {
        self.subCommand = subCommand.rawValue
        self.pinUvAuthProtocol = pinUvAuthProtocol
        self.keyAgreement = keyAgreement
        self.pinUvAuthParam = pinUvAuthParam
        self.newPinEnc = newPinEnc
        self.pinHashEnc = pinHashEnc
        self.permissions = permissions
        self.rpID = rpID
    }

    public struct Response: Sendable, Hashable {
        public var keyAgreement: KeyAgreementKey?
        /// Encrypted under the shared secret.
        public var pinUvAuthToken: [UInt8]?
        public var pinRetries: Int?
        public var powerCycleState: Bool?
        public var uvRetries: Int?

        public init(
            keyAgreement: KeyAgreementKey? = nil, pinUvAuthToken: [UInt8]? = nil, pinRetries: Int? = nil,
            powerCycleState: Bool? = nil, uvRetries: Int? = nil
        ) {
            self.keyAgreement = keyAgreement
            self.pinUvAuthToken = pinUvAuthToken
            self.pinRetries = pinRetries
            self.powerCycleState = powerCycleState
            self.uvRetries = uvRetries
        }
    }
}

extension AuthenticatorClientPIN: CTAPStructure {
    static let blank = Self(.getPINRetries)

    static let members: [CTAPMember<Self>] = [
        .optional(1, "pinUvAuthProtocol", \.pinUvAuthProtocol, .unsigned),
        .required(2, "subCommand", \.subCommand, .unsigned, as: .subCommand(SubCommand.self)),
        .optional(3, "keyAgreement", \.keyAgreement, .keyAgreement, as: .coseKey),
        .optional(4, "pinUvAuthParam", \.pinUvAuthParam, .bytes),
        .optional(5, "newPinEnc", \.newPinEnc, .bytes),
        .optional(6, "pinHashEnc", \.pinHashEnc, .bytes),
        .optional(9, "permissions", \.permissions, .permissions, as: .permissions),
        .optional(10, "rpId", \.rpID, .rpID),
    ]
}

extension CTAPForm<PINUVAuthPermissions> {
    fileprivate static var permissions: Self {
        CTAPForm<UInt64>.unsigned.converted({ PINUVAuthPermissions(rawValue: $0) }, \.rawValue)
    }
}

extension AuthenticatorClientPIN.Response: CTAPStructure {
    static let blank = Self()

    static let members: [CTAPMember<Self>] = [
        .optional(1, "keyAgreement", \.keyAgreement, .keyAgreement, as: .coseKey),
        .optional(2, "pinUvAuthToken", \.pinUvAuthToken, .bytes),
        .optional(3, "pinRetries", \.pinRetries, .count),
        .optional(4, "powerCycleState", \.powerCycleState, .bool),
        .optional(5, "uvRetries", \.uvRetries, .count),
    ]
}
