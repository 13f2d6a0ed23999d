import ToqueCBOR

/// authenticatorClientPIN, 0x06 (CTAP 2.3 section 6.5.5). The handler checks that a subcommand has its parameters.
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

    /// The value as received.
    public var pinUvAuthProtocol: UInt64?
    /// The raw value of a `SubCommand`, or an unknown one.
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

    mutating func members<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.optional(1, named: "pinUvAuthProtocol", &pinUvAuthProtocol)
        try coder.required(2, named: "subCommand", &subCommand, as: .subCommand(SubCommand.self))
        try coder.optional(3, named: "keyAgreement", &keyAgreement, as: .coseKey)
        try coder.optional(4, named: "pinUvAuthParam", &pinUvAuthParam)
        try coder.optional(5, named: "newPinEnc", &newPinEnc)
        try coder.optional(6, named: "pinHashEnc", &pinHashEnc)
        try coder.optional(9, named: "permissions", &permissions, as: .permissions)
        try coder.optional(10, named: "rpId", &rpID, CTAPRPID.self)
    }
}

extension PINUVAuthPermissions: CTAPForm {
    static func read(_ item: CBOR) throws(CTAPStatus) -> Self { Self(rawValue: try UInt64.read(item)) }
    static func write(_ permissions: Self) -> CBOR { .unsigned(permissions.rawValue) }
}

extension AuthenticatorClientPIN.Response: CTAPStructure {
    static let blank = Self()

    mutating func members<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.optional(1, named: "keyAgreement", &keyAgreement, as: .coseKey)
        try coder.optional(2, named: "pinUvAuthToken", &pinUvAuthToken)
        try coder.optional(3, named: "pinRetries", &pinRetries)
        try coder.optional(4, named: "powerCycleState", &powerCycleState)
        try coder.optional(5, named: "uvRetries", &uvRetries)
    }
}
