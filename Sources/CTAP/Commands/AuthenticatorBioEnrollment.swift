import ToqueCBOR

/// authenticatorBioEnrollment, 0x09, and the prototype's 0x40 (CTAP 2.3 section 6.7). The handler checks that a
/// subcommand has its parameters.
public struct AuthenticatorBioEnrollment: Sendable, Hashable {
    public enum SubCommand: UInt64, Sendable, Hashable, CaseIterable {
        case enrollBegin = 0x01
        case enrollCaptureNextSample = 0x02
        case cancelCurrentEnrollment = 0x03
        case enumerateEnrollments = 0x04
        case setFriendlyName = 0x05
        case removeEnrollment = 0x06
        case getFingerprintSensorInfo = 0x07
    }

    /// The only modality: fingerprint.
    public static let fingerprint: UInt64 = 1

    /// True for the prototype's code, 0x40.
    public var isPrototype: Bool
    /// The value as received.
    public var modality: UInt64?
    /// The raw value of a `SubCommand`, or an unknown one; nil if absent.
    public var subCommand: UInt64?
    public var templateID: [UInt8]?
    public var templateFriendlyName: String?
    /// The platform's time limit for a sample.
    public var timeoutMilliseconds: UInt64?
    /// subCommandParams as received, because pinUvAuthParam covers these bytes; nil if absent.
    public var encodedParameters: [UInt8]?
    /// The value as received.
    public var pinUvAuthProtocol: UInt64?
    public var pinUvAuthParam: [UInt8]?
    /// True to request only the modality.
    public var getModality: Bool?

    public init(
        _ subCommand: SubCommand?, isPrototype: Bool = false, modality: UInt64? = fingerprint,
        templateID: [UInt8]? = nil, templateFriendlyName: String? = nil, timeoutMilliseconds: UInt64? = nil,
        pinUvAuthProtocol: UInt64? = nil, pinUvAuthParam: [UInt8]? = nil, getModality: Bool? = nil
    ) {
        self.isPrototype = isPrototype
        self.modality = modality
        self.subCommand = subCommand?.rawValue
        self.templateID = templateID
        self.templateFriendlyName = templateFriendlyName
        self.timeoutMilliseconds = timeoutMilliseconds
        self.pinUvAuthProtocol = pinUvAuthProtocol
        self.pinUvAuthParam = pinUvAuthParam
        self.getModality = getModality
        encodedParameters = subCommandParams?.encoded
    }

    /// The bytes that pinUvAuthParam covers (sections 6.7.4 and following).
    public var authenticatedMessage: [UInt8] {
        [UInt8(truncatingIfNeeded: modality ?? 0), UInt8(truncatingIfNeeded: subCommand ?? 0)]
            + (encodedParameters ?? [])
    }

    /// The quality of a sample (`lastEnrollSampleStatus`).
    public enum SampleStatus: UInt8, Sendable, Hashable, CaseIterable {
        case good = 0x00
        case tooHigh = 0x01
        case tooLow = 0x02
        case tooLeft = 0x03
        case tooRight = 0x04
        case tooFast = 0x05
        case tooSlow = 0x06
        case poorQuality = 0x07
        case tooSkewed = 0x08
        case tooShort = 0x09
        case mergeFailure = 0x0A
        case exists = 0x0B
        case noUserActivity = 0x0D
        case noUserPresenceTransition = 0x0E
    }

    /// An enrolled fingerprint.
    public struct TemplateInfo: Sendable, Hashable {
        public var id: [UInt8]
        public var friendlyName: String?

        public init(id: [UInt8], friendlyName: String? = nil) {
            self.id = id
            self.friendlyName = friendlyName
        }
    }

    public struct Response: Sendable, Hashable {
        public var modality: UInt64?
        /// 1 for a touch sensor, 2 for a swipe sensor.
        public var fingerprintKind: UInt64?
        public var maxCaptureSamplesRequiredForEnroll: Int?
        public var templateID: [UInt8]?
        /// The raw value of a `SampleStatus`, or an unknown one.
        public var lastEnrollSampleStatus: UInt8?
        public var remainingSamples: Int?
        public var templateInfos: [TemplateInfo]?
        /// The maximum length of a friendly name in UTF-8 bytes.
        public var maxTemplateFriendlyName: Int?

        public init() {}
    }
}

extension AuthenticatorBioEnrollment: CTAPSubcommands {
    static let blank = Self(nil, modality: nil)

    mutating func members<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.optional(1, named: "modality", &modality)
        try coder.optional(2, named: "subCommand", &subCommand, as: .subCommand(SubCommand.self))
        try coder.subCommandParams(3, of: &self)
        try coder.optional(4, named: "pinUvAuthProtocol", &pinUvAuthProtocol)
        try coder.optional(5, named: "pinUvAuthParam", &pinUvAuthParam)
        try coder.optional(6, named: "getModality", &getModality)
    }

    mutating func parameters<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.optional(1, named: "templateId", &templateID)
        try coder.optional(2, named: "templateFriendlyName", &templateFriendlyName)
        try coder.optional(3, named: "timeoutMilliseconds", &timeoutMilliseconds)
    }
}

extension AuthenticatorBioEnrollment.Response: CTAPStructure {
    static let blank = Self()

    mutating func members<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.optional(1, named: "modality", &modality)
        try coder.optional(2, named: "fingerprintKind", &fingerprintKind)
        try coder.optional(3, named: "maxCaptureSamplesRequiredForEnroll", &maxCaptureSamplesRequiredForEnroll)
        try coder.optional(4, named: "templateId", &templateID)
        try coder.optional(5, named: "lastEnrollSampleStatus", &lastEnrollSampleStatus)
        try coder.optional(6, named: "remainingSamples", &remainingSamples)
        try coder.optional(
            7, named: "templateInfos", &templateInfos, CTAPList<AuthenticatorBioEnrollment.TemplateInfo>.self)
        try coder.optional(8, named: "maxTemplateFriendlyName", &maxTemplateFriendlyName)
    }
}

extension AuthenticatorBioEnrollment.TemplateInfo: CTAPStructure {
    static let blank = Self(id: [])

    mutating func members<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.required(1, named: "templateId", &id, or: .cborUnexpectedType)
        try coder.optional(2, named: "templateFriendlyName", &friendlyName)
    }
}
