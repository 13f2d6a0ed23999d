import ToqueCBOR

/// authenticatorConfig, 0x0D (CTAP 2.3 section 6.11). Which parameters a subcommand needs is the handler's to check.
public struct AuthenticatorConfig: Sendable, Hashable {
    public enum SubCommand: UInt64, Sendable, Hashable, CaseIterable {
        case enableEnterpriseAttestation = 0x01
        case toggleAlwaysUv = 0x02
        case setMinPINLength = 0x03
        case enableLongTouchForReset = 0x04
        case vendorPrototype = 0xFF
    }

    /// The parameters of setMinPINLength, all of which may be left out.
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

    /// The raw value of a `SubCommand`, or one that nobody knows; nil where it was not sent.
    public var subCommand: UInt64?
    public var minPINLength: MinPINLength
    /// subCommandParams as they came, for pinUvAuthParam is computed over these bytes; nil where none came.
    public var encodedParameters: [UInt8]?
    /// As it was sent.
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
        encodedParameters = Self.parameters.item(from: self)?.encoded
    }

    /// What pinUvAuthParam is computed over (section 6.11, the steps before any subcommand).
    public var authenticatedMessage: [UInt8] {
        // The byte of this command stands between.
        [UInt8](repeating: 0xFF, count: 32) + [0x0D, UInt8(truncatingIfNeeded: subCommand ?? 0)]
            + (encodedParameters ?? [])
    }
}

extension AuthenticatorConfig: CTAPStructure {
    static let blank = Self(nil)

    static let members: [CTAPMember<Self>] = [
        .optional(1, "subCommand", \.subCommand, .unsigned, as: .subCommand(SubCommand.self)),
        // The parameters of other subcommands are none of ours.
        .subCommandParams(2, parameters, keptAs: \.encodedParameters) {
            $0.subCommand == SubCommand.setMinPINLength.rawValue
        },
        .optional(3, "pinUvAuthProtocol", \.pinUvAuthProtocol, .unsigned),
        .optional(4, "pinUvAuthParam", \.pinUvAuthParam, .bytes),
    ]

    private static let parameters: [CTAPMember<Self>] = [
        .optional(1, "newMinPINLength", \.minPINLength.newMinPINLength, .unsigned),
        .optional(2, "minPinLengthRPIDs", \.minPINLength.minPinLengthRPIDs, .array(of: .rpID)),
        .optional(3, "forceChangePin", \.minPINLength.forceChangePin, .bool),
        .optional(4, "pinComplexityPolicy", \.minPINLength.pinComplexityPolicy, .bool),
    ]
}
