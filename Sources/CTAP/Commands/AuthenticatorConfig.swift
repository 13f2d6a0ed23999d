import ToqueCBOR

/// authenticatorConfig, 0x0D (CTAP 2.3 section 6.11). The handler checks that a subcommand has its parameters.
public struct AuthenticatorConfig: Sendable, Hashable {
    public enum SubCommand: UInt64, Sendable, Hashable, CaseIterable {
        case enableEnterpriseAttestation = 0x01
        case toggleAlwaysUv = 0x02
        case setMinPINLength = 0x03
        case enableLongTouchForReset = 0x04
        case vendorPrototype = 0xFF
    }

    /// The parameters of setMinPINLength, all optional.
    public struct MinPINLength: Sendable, Hashable {
        /// In code points.
        public var newMinPINLength: UInt64?
        /// RPs that may learn the minimum.
        public var minPinLengthRPIDs: [String]?
        public var forceChangePin: Bool?
        /// Since CTAP 2.2.
        public var pinComplexityPolicy: Bool?

        public init(
            newMinPINLength: UInt64? = nil, minPinLengthRPIDs: [String]? = nil, forceChangePin: Bool? = nil,
            pinComplexityPolicy: Bool? = nil
        ) {
            self.newMinPINLength = newMinPINLength
            self.minPinLengthRPIDs = minPinLengthRPIDs
            self.forceChangePin = forceChangePin
            self.pinComplexityPolicy = pinComplexityPolicy
        }
    }

    /// The raw value of a `SubCommand`, or an unknown one; nil if absent.
    public var subCommand: UInt64?
    public var minPINLength: MinPINLength
    /// subCommandParams as received, because pinUvAuthParam covers these bytes; nil if absent.
    public var encodedParameters: [UInt8]?
    /// The value as received.
    public var pinUvAuthProtocol: UInt64?
    public var pinUvAuthParam: [UInt8]?

    public init(
        _ subCommand: SubCommand?, minPINLength: MinPINLength = MinPINLength(), pinUvAuthProtocol: UInt64? = nil,
        pinUvAuthParam: [UInt8]? = nil
    ) {
        self.subCommand = subCommand?.rawValue
        self.minPINLength = minPINLength
        self.pinUvAuthProtocol = pinUvAuthProtocol
        self.pinUvAuthParam = pinUvAuthParam
        encodedParameters = subCommandParams?.encoded
    }

    /// The bytes that pinUvAuthParam covers (section 6.11, the steps before any subcommand).
    public var authenticatedMessage: [UInt8] {
        // The byte of this command is between them.
        [UInt8](repeating: 0xFF, count: 32) + [0x0D, UInt8(truncatingIfNeeded: subCommand ?? 0)]
            + (encodedParameters ?? [])
    }
}

extension AuthenticatorConfig: CTAPSubcommands {
    static let blank = Self(nil)

    mutating func members<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.optional(1, named: "subCommand", &subCommand, as: .subCommand(SubCommand.self))
        try coder.subCommandParams(2, of: &self)
        try coder.optional(3, named: "pinUvAuthProtocol", &pinUvAuthProtocol)
        try coder.optional(4, named: "pinUvAuthParam", &pinUvAuthParam)
    }

    /// Other subcommands have none of these parameters.
    var hasParameters: Bool { subCommand == SubCommand.setMinPINLength.rawValue }

    mutating func parameters<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.optional(1, named: "newMinPINLength", &minPINLength.newMinPINLength)
        try coder.optional(2, named: "minPinLengthRPIDs", &minPINLength.minPinLengthRPIDs, CTAPList<CTAPRPID>.self)
        try coder.optional(3, named: "forceChangePin", &minPINLength.forceChangePin)
        try coder.optional(4, named: "pinComplexityPolicy", &minPINLength.pinComplexityPolicy)
    }
}
