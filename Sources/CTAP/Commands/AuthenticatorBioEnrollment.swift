import ToqueCBOR

/// authenticatorBioEnrollment, 0x09, and 0x40 of the prototype (CTAP 2.3 section 6.7). Which parameters a subcommand
/// needs is the handler's to check.
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

    /// The only modality that there is: a fingerprint.
    public static let fingerprint: UInt64 = 1

    /// It came, or goes, as 0x40.
    public var isPrototype: Bool
    /// As it was sent.
    public var modality: UInt64?
    /// The raw value of a `SubCommand`, or one that nobody knows; nil where it was not sent.
    public var subCommand: UInt64?
    public var templateID: [UInt8]?
    public var templateFriendlyName: String?
    /// How long the platform lets the person take for a sample.
    public var timeoutMilliseconds: UInt64?
    /// subCommandParams as they came, for pinUvAuthParam is computed over these bytes; nil where none came.
    public var encodedParameters: [UInt8]?
    /// As it was sent.
    public var pinUvAuthProtocol: UInt64?
    public var pinUvAuthParam: [UInt8]?
    /// Asks for the modality alone.
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
        encodedParameters = Self.parameters.item(from: self)?.encoded
    }

    /// What pinUvAuthParam is computed over (section 6.7.4 and on).
    public var authenticatedMessage: [UInt8] {
        [UInt8(truncatingIfNeeded: modality ?? 0), UInt8(truncatingIfNeeded: subCommand ?? 0)]
            + (encodedParameters ?? [])
    }

    /// How good the sample was that a person gave (`lastEnrollSampleStatus`).
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
        /// 1 for a sensor that is touched, 2 for one that a finger is swiped over.
        public var fingerprintKind: UInt64?
        public var maxCaptureSamplesRequiredForEnroll: Int?
        public var templateID: [UInt8]?
        /// The raw value of a `SampleStatus`, or one that is not known here.
        public var lastEnrollSampleStatus: UInt8?
        public var remainingSamples: Int?
        public var templateInfos: [TemplateInfo]?
        /// Bytes of UTF-8 that a friendly name may have.
        public var maxTemplateFriendlyName: Int?

        public init() {}
    }
}

extension AuthenticatorBioEnrollment: CTAPStructure {
    static let blank = Self(nil)

    static let members: [CTAPMember<Self>] = [
        .optional(1, "modality", \.modality, .unsigned),
        .optional(2, "subCommand", \.subCommand, .unsigned, as: .subCommand(SubCommand.self)),
        .subCommandParams(3, parameters, keptAs: \.encodedParameters),
        .optional(4, "pinUvAuthProtocol", \.pinUvAuthProtocol, .unsigned),
        .optional(5, "pinUvAuthParam", \.pinUvAuthParam, .bytes),
        .optional(6, "getModality", \.getModality, .bool),
    ]

    private static let parameters: [CTAPMember<Self>] = [
        .optional(1, "templateId", \.templateID, .bytes),
        .optional(2, "templateFriendlyName", \.templateFriendlyName, .text),
        .optional(3, "timeoutMilliseconds", \.timeoutMilliseconds, .unsigned),
    ]
}

extension AuthenticatorBioEnrollment.Response: CTAPStructure {
    static let blank = Self()

    static let members: [CTAPMember<Self>] = [
        .optional(1, "modality", \.modality, .unsigned),
        .optional(2, "fingerprintKind", \.fingerprintKind, .unsigned),
        .optional(3, "maxCaptureSamplesRequiredForEnroll", \.maxCaptureSamplesRequiredForEnroll, .count),
        .optional(4, "templateId", \.templateID, .bytes),
        .optional(5, "lastEnrollSampleStatus", \.lastEnrollSampleStatus, .byte),
        .optional(6, "remainingSamples", \.remainingSamples, .count),
        .optional(7, "templateInfos", \.templateInfos, .array(of: .structure)),
        .optional(8, "maxTemplateFriendlyName", \.maxTemplateFriendlyName, .count),
    ]
}

extension AuthenticatorBioEnrollment.TemplateInfo: CTAPStructure {
    static let blank = Self(id: [])

    static let members: [CTAPMember<Self>] = [
        .required(1, "templateId", \.id, .bytes, or: .cborUnexpectedType),
        .optional(2, "templateFriendlyName", \.friendlyName, .text),
    ]
}
