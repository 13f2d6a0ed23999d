import ToqueCBOR
import ToqueCOSE
import ToqueWebAuthn

/// What authenticatorGetInfo, 0x04, answers (CTAP 2.3 section 6.4).
public struct AuthenticatorGetInfo: Sendable, Hashable {
    public internal(set) var versions: [String]
    public internal(set) var extensions: [String]
    public internal(set) var aaguid: AAGUID
    /// Option IDs that are present, in any order.
    public internal(set) var options: [String: Bool]
    public internal(set) var maxMsgSize: Int?
    /// Most wanted first.
    public internal(set) var pinUvAuthProtocols: [UInt64]
    public internal(set) var maxCredentialCountInList: Int?
    public internal(set) var maxCredentialIDLength: Int?
    public internal(set) var transports: [AuthenticatorTransport]
    /// Most wanted first.
    public internal(set) var algorithms: [COSEAlgorithm]
    /// Bytes.
    public internal(set) var maxSerializedLargeBlobArray: Int?
    public internal(set) var forcePINChange: Bool?
    /// In code points.
    public internal(set) var minPINLength: Int?
    public internal(set) var firmwareVersion: Int?
    /// Bytes.
    public internal(set) var maxCredBlobLength: Int?
    public internal(set) var maxRPIDsForSetMinPINLength: Int?
    /// How often a platform should ask for built-in user verification before it turns to the PIN.
    public internal(set) var preferredPlatformUvAttempts: Int?
    /// Bit flags of the FIDO registry's user verification methods.
    public internal(set) var uvModality: UInt64?
    public internal(set) var certifications: [String: UInt64]?
    public internal(set) var remainingDiscoverableCredentials: Int?
    public internal(set) var vendorPrototypeConfigCommands: [UInt64]?
    /// Most wanted first, without `none` (since CTAP 2.2).
    public internal(set) var attestationFormats: [String]?
    /// Built-in user verifications since a PIN was entered last (since CTAP 2.2).
    public internal(set) var uvCountSinceLastPinEntry: Int?
    /// Whether a reset takes a long touch; nil where it never does (since CTAP 2.2).
    public internal(set) var longTouchForReset: Bool?
    /// The device's identifier, for who has the persistent token (since CTAP 2.2).
    public internal(set) var encIdentifier: [UInt8]?
    /// Since CTAP 2.2.
    public internal(set) var transportsForReset: [AuthenticatorTransport]
    /// Whether a policy beyond the length is enforced; nil where there is none (since CTAP 2.2).
    public internal(set) var pinComplexityPolicy: Bool?
    /// Where that policy is explained (since CTAP 2.2).
    public internal(set) var pinComplexityPolicyURL: [UInt8]?
    /// In bytes of UTF-8 (since CTAP 2.2).
    public internal(set) var maxPINLength: Int?
    /// What changes with the discoverable credentials, for who has the persistent token (since CTAP 2.3).
    public internal(set) var encCredStoreState: [UInt8]?
    /// Subcommands of authenticatorConfig (since CTAP 2.3).
    public internal(set) var authenticatorConfigCommands: [UInt64]?
    /// The canonical map. It is made once, for platforms ask at each opening and little of it ever changes.
    private(set) var encoded: [UInt8] = []

    public init(
        versions: [String], aaguid: AAGUID, extensions: [String] = [], options: [String: Bool] = [:],
        maxMsgSize: Int? = nil, pinUvAuthProtocols: [UInt64] = [], maxCredentialCountInList: Int? = nil,
        maxCredentialIDLength: Int? = nil, transports: [AuthenticatorTransport] = [], algorithms: [COSEAlgorithm] = [],
        maxSerializedLargeBlobArray: Int? = nil, forcePINChange: Bool? = nil, minPINLength: Int? = nil,
        firmwareVersion: Int? = nil, maxCredBlobLength: Int? = nil, maxRPIDsForSetMinPINLength: Int? = nil,
        preferredPlatformUvAttempts: Int? = nil, uvModality: UInt64? = nil, certifications: [String: UInt64]? = nil,
        remainingDiscoverableCredentials: Int? = nil, vendorPrototypeConfigCommands: [UInt64]? = nil,
        attestationFormats: [String]? = nil, uvCountSinceLastPinEntry: Int? = nil, longTouchForReset: Bool? = nil,
        encIdentifier: [UInt8]? = nil, transportsForReset: [AuthenticatorTransport] = [],
        pinComplexityPolicy: Bool? = nil, pinComplexityPolicyURL: [UInt8]? = nil, maxPINLength: Int? = nil,
        encCredStoreState: [UInt8]? = nil, authenticatorConfigCommands: [UInt64]? = nil
    ) {
        self.versions = versions
        self.extensions = extensions
        self.aaguid = aaguid
        self.options = options
        self.maxMsgSize = maxMsgSize
        self.pinUvAuthProtocols = pinUvAuthProtocols
        self.maxCredentialCountInList = maxCredentialCountInList
        self.maxCredentialIDLength = maxCredentialIDLength
        self.transports = transports
        self.algorithms = algorithms
        self.maxSerializedLargeBlobArray = maxSerializedLargeBlobArray
        self.forcePINChange = forcePINChange
        self.minPINLength = minPINLength
        self.firmwareVersion = firmwareVersion
        self.maxCredBlobLength = maxCredBlobLength
        self.maxRPIDsForSetMinPINLength = maxRPIDsForSetMinPINLength
        self.preferredPlatformUvAttempts = preferredPlatformUvAttempts
        self.uvModality = uvModality
        self.certifications = certifications
        self.remainingDiscoverableCredentials = remainingDiscoverableCredentials
        self.vendorPrototypeConfigCommands = vendorPrototypeConfigCommands
        self.attestationFormats = attestationFormats
        self.uvCountSinceLastPinEntry = uvCountSinceLastPinEntry
        self.longTouchForReset = longTouchForReset
        self.encIdentifier = encIdentifier
        self.transportsForReset = transportsForReset
        self.pinComplexityPolicy = pinComplexityPolicy
        self.pinComplexityPolicyURL = pinComplexityPolicyURL
        self.maxPINLength = maxPINLength
        self.encCredStoreState = encCredStoreState
        self.authenticatorConfigCommands = authenticatorConfigCommands
        encoded = CBOR.map(map).encoded
    }
}

extension AuthenticatorGetInfo: CTAPStructure {
    static let blank = Self(versions: [], aaguid: .zero)

    static let members: [CTAPMember<Self>] = [
        .required(1, "versions", \.versions, .array(of: .text)),
        .unlessEmpty(2, "extensions", \.extensions, .array(of: .text)),
        .required(3, "aaguid", \.aaguid, .aaguid, as: .aaguid),
        .unlessEmpty(4, "options", \.options, .dictionary(of: .bool)),
        .optional(5, "maxMsgSize", \.maxMsgSize, .count),
        .unlessEmpty(6, "pinUvAuthProtocols", \.pinUvAuthProtocols, .array(of: .unsigned)),
        .optional(7, "maxCredentialCountInList", \.maxCredentialCountInList, .count),
        .optional(8, "maxCredentialIdLength", \.maxCredentialIDLength, .count),
        .unlessEmpty(9, "transports", \.transports, .array(of: .transport)),
        .unlessEmpty(10, "algorithms", \.algorithms, .array(of: .algorithmEntry), as: .algorithms),
        .optional(11, "maxSerializedLargeBlobArray", \.maxSerializedLargeBlobArray, .count),
        .optional(12, "forcePINChange", \.forcePINChange, .bool),
        .optional(13, "minPINLength", \.minPINLength, .count),
        .optional(14, "firmwareVersion", \.firmwareVersion, .count),
        .optional(15, "maxCredBlobLength", \.maxCredBlobLength, .count),
        .optional(16, "maxRPIDsForSetMinPINLength", \.maxRPIDsForSetMinPINLength, .count),
        .optional(17, "preferredPlatformUvAttempts", \.preferredPlatformUvAttempts, .count),
        .optional(18, "uvModality", \.uvModality, .unsigned),
        .optional(19, "certifications", \.certifications, .dictionary(of: .unsigned)),
        .optional(20, "remainingDiscoverableCredentials", \.remainingDiscoverableCredentials, .count),
        .optional(21, "vendorPrototypeConfigCommands", \.vendorPrototypeConfigCommands, .array(of: .unsigned)),
        .optional(22, "attestationFormats", \.attestationFormats, .array(of: .text)),
        .optional(23, "uvCountSinceLastPinEntry", \.uvCountSinceLastPinEntry, .count),
        .optional(24, "longTouchForReset", \.longTouchForReset, .bool),
        .optional(25, "encIdentifier", \.encIdentifier, .bytes),
        .unlessEmpty(26, "transportsForReset", \.transportsForReset, .array(of: .transport)),
        .optional(27, "pinComplexityPolicy", \.pinComplexityPolicy, .bool),
        .optional(28, "pinComplexityPolicyURL", \.pinComplexityPolicyURL, .bytes),
        .optional(29, "maxPINLength", \.maxPINLength, .count),
        .optional(30, "encCredStoreState", \.encCredStoreState, .bytes),
        .optional(31, "authenticatorConfigCommands", \.authenticatorConfigCommands, .array(of: .unsigned)),
    ]

    mutating func complete() { encoded = CBOR.map(map).encoded }
}

extension CTAPForm<AAGUID> {
    fileprivate static var aaguid: Self {
        CTAPForm<[UInt8]>.bytes.converted(or: .invalidLength, { AAGUID($0) }, \.bytes)
    }
}

extension CTAPForm<AuthenticatorTransport> {
    fileprivate static var transport: Self {
        CTAPForm<String>.text.converted({ AuthenticatorTransport(rawValue: $0) }, \.rawValue)
    }
}

extension CTAPForm<COSEAlgorithm> {
    /// As in pubKeyCredParams; the type is not looked at.
    fileprivate static var algorithmEntry: Self {
        Self(
            { $0.mapValue?["alg"]?.intValue.map { COSEAlgorithm(rawValue: $0) } },
            { ["alg": .int($0.rawValue), "type": "public-key"] })
    }
}
