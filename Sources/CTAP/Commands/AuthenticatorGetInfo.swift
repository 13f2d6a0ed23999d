import ToqueCBOR
import ToqueCOSE
import ToqueWebAuthn

/// The response to authenticatorGetInfo, 0x04 (CTAP 2.3 section 6.4).
public struct AuthenticatorGetInfo: Sendable, Hashable {
    public internal(set) var versions: [String]
    public internal(set) var extensions: [String]
    public internal(set) var aaguid: AAGUID
    /// The option IDs that are present, in any order.
    public internal(set) var options: [String: Bool]
    public internal(set) var maxMsgSize: Int?
    /// In order of preference.
    public internal(set) var pinUvAuthProtocols: [UInt64]
    public internal(set) var maxCredentialCountInList: Int?
    public internal(set) var maxCredentialIDLength: Int?
    public internal(set) var transports: [AuthenticatorTransport]
    /// In order of preference.
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
    /// The number of times a platform should try built-in user verification before it turns to the PIN.
    public internal(set) var preferredPlatformUvAttempts: Int?
    /// Bit flags of the FIDO registry's user verification methods.
    public internal(set) var uvModality: UInt64?
    public internal(set) var certifications: [String: UInt64]?
    public internal(set) var remainingDiscoverableCredentials: Int?
    public internal(set) var vendorPrototypeConfigCommands: [UInt64]?
    /// In order of preference, without `none` (since CTAP 2.2).
    public internal(set) var attestationFormats: [String]?
    /// The number of built-in user verifications since a PIN was last entered (since CTAP 2.2).
    public internal(set) var uvCountSinceLastPinEntry: Int?
    /// True if a reset requires a long touch; nil if it never does (since CTAP 2.2).
    public internal(set) var longTouchForReset: Bool?
    /// The device's identifier, encrypted for holders of the persistent token (since CTAP 2.2).
    public internal(set) var encIdentifier: [UInt8]?
    /// Since CTAP 2.2.
    public internal(set) var transportsForReset: [AuthenticatorTransport]
    /// True if a policy beyond the length is enforced; nil if there is none (since CTAP 2.2).
    public internal(set) var pinComplexityPolicy: Bool?
    /// The address of an explanation of that policy (since CTAP 2.2).
    public internal(set) var pinComplexityPolicyURL: [UInt8]?
    /// In UTF-8 bytes (since CTAP 2.2).
    public internal(set) var maxPINLength: Int?
    /// A value that changes with the discoverable credentials, encrypted for holders of the persistent token (since
    /// CTAP 2.3).
    public internal(set) var encCredStoreState: [UInt8]?
    /// Subcommands of authenticatorConfig (since CTAP 2.3).
    public internal(set) var authenticatorConfigCommands: [UInt64]?
    /// The canonical map. It is made once, because platforms ask at each opening and little of it ever changes.
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

    mutating func members<Coder: CTAPCoder>(_ coder: inout Coder) throws(Coder.Failure) {
        try coder.required(1, named: "versions", &versions, CTAPList<String>.self)
        try coder.unlessEmpty(2, named: "extensions", &extensions, CTAPList<String>.self)
        try coder.required(3, named: "aaguid", &aaguid, as: .aaguid)
        try coder.unlessEmpty(4, named: "options", &options, CTAPTable<Bool>.self)
        try coder.optional(5, named: "maxMsgSize", &maxMsgSize)
        try coder.unlessEmpty(6, named: "pinUvAuthProtocols", &pinUvAuthProtocols, CTAPList<UInt64>.self)
        try coder.optional(7, named: "maxCredentialCountInList", &maxCredentialCountInList)
        try coder.optional(8, named: "maxCredentialIdLength", &maxCredentialIDLength)
        try coder.unlessEmpty(9, named: "transports", &transports, CTAPList<AuthenticatorTransport>.self)
        try coder.unlessEmpty(10, named: "algorithms", &algorithms, CTAPList<AlgorithmEntry>.self, as: .algorithms)
        try coder.optional(11, named: "maxSerializedLargeBlobArray", &maxSerializedLargeBlobArray)
        try coder.optional(12, named: "forcePINChange", &forcePINChange)
        try coder.optional(13, named: "minPINLength", &minPINLength)
        try coder.optional(14, named: "firmwareVersion", &firmwareVersion)
        try coder.optional(15, named: "maxCredBlobLength", &maxCredBlobLength)
        try coder.optional(16, named: "maxRPIDsForSetMinPINLength", &maxRPIDsForSetMinPINLength)
        try coder.optional(17, named: "preferredPlatformUvAttempts", &preferredPlatformUvAttempts)
        try coder.optional(18, named: "uvModality", &uvModality)
        try coder.optional(19, named: "certifications", &certifications, CTAPTable<UInt64>.self)
        try coder.optional(20, named: "remainingDiscoverableCredentials", &remainingDiscoverableCredentials)
        try coder.optional(
            21, named: "vendorPrototypeConfigCommands", &vendorPrototypeConfigCommands, CTAPList<UInt64>.self)
        try coder.optional(22, named: "attestationFormats", &attestationFormats, CTAPList<String>.self)
        try coder.optional(23, named: "uvCountSinceLastPinEntry", &uvCountSinceLastPinEntry)
        try coder.optional(24, named: "longTouchForReset", &longTouchForReset)
        try coder.optional(25, named: "encIdentifier", &encIdentifier)
        try coder.unlessEmpty(
            26, named: "transportsForReset", &transportsForReset, CTAPList<AuthenticatorTransport>.self)
        try coder.optional(27, named: "pinComplexityPolicy", &pinComplexityPolicy)
        try coder.optional(28, named: "pinComplexityPolicyURL", &pinComplexityPolicyURL)
        try coder.optional(29, named: "maxPINLength", &maxPINLength)
        try coder.optional(30, named: "encCredStoreState", &encCredStoreState)
        try coder.optional(
            31, named: "authenticatorConfigCommands", &authenticatorConfigCommands, CTAPList<UInt64>.self)
    }

    mutating func complete() { encoded = CBOR.map(map).encoded }
}

extension AAGUID: CTAPForm {
    static func read(_ item: CBOR) throws(CTAPStatus) -> AAGUID {
        try AAGUID(try [UInt8].read(item)).orThrow(.invalidLength)
    }

    static func write(_ aaguid: AAGUID) -> CBOR { .bytes(aaguid.bytes) }
}

extension AuthenticatorTransport: CTAPForm {
    static func read(_ item: CBOR) throws(CTAPStatus) -> Self { Self(rawValue: try String.read(item)) }
    static func write(_ transport: Self) -> CBOR { .text(transport.rawValue) }
}

/// As in pubKeyCredParams; the type is ignored.
private enum AlgorithmEntry: CTAPForm {
    static func read(_ item: CBOR) throws(CTAPStatus) -> COSEAlgorithm {
        try COSEAlgorithm.read(try CBORMap.read(item)["alg"].orThrow())
    }

    static func write(_ algorithm: COSEAlgorithm) -> CBOR { ["alg": .int(algorithm.rawValue), "type": "public-key"] }
}
