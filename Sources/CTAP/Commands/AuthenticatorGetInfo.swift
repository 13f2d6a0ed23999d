import ToqueCOSE
import ToqueWebAuthn

/// What authenticatorGetInfo, 0x04, answers (CTAP 2.3 section 6.4).
public struct AuthenticatorGetInfo: Sendable, Hashable {
    public let versions: [String]
    public let extensions: [String]
    public let aaguid: AAGUID
    /// Option IDs that are present, in any order.
    public let options: [String: Bool]
    public let maxMsgSize: Int?
    /// Most wanted first.
    public let pinUvAuthProtocols: [UInt64]
    public let maxCredentialCountInList: Int?
    public let maxCredentialIDLength: Int?
    public let transports: [AuthenticatorTransport]
    /// Most wanted first.
    public let algorithms: [COSEAlgorithm]
    /// Bytes.
    public let maxSerializedLargeBlobArray: Int?
    public let forcePINChange: Bool?
    /// In code points.
    public let minPINLength: Int?
    public let firmwareVersion: Int?
    /// Bytes.
    public let maxCredBlobLength: Int?
    public let maxRPIDsForSetMinPINLength: Int?
    /// How often a platform should ask for built-in user verification before it turns to the PIN.
    public let preferredPlatformUvAttempts: Int?
    /// Bit flags of the FIDO registry's user verification methods.
    public let uvModality: UInt64?
    public let certifications: [String: UInt64]?
    public let remainingDiscoverableCredentials: Int?
    public let vendorPrototypeConfigCommands: [UInt64]?
    /// Most wanted first, without `none` (since CTAP 2.2).
    public let attestationFormats: [String]?
    /// Built-in user verifications since a PIN was entered last (since CTAP 2.2).
    public let uvCountSinceLastPinEntry: Int?
    /// Whether a reset takes a long touch; nil where it never does (since CTAP 2.2).
    public let longTouchForReset: Bool?
    /// The device's identifier, for who has the persistent token (since CTAP 2.2).
    public let encIdentifier: [UInt8]?
    /// Since CTAP 2.2.
    public let transportsForReset: [AuthenticatorTransport]
    /// Whether a policy beyond the length is enforced; nil where there is none (since CTAP 2.2).
    public let pinComplexityPolicy: Bool?
    /// Where that policy is explained (since CTAP 2.2).
    public let pinComplexityPolicyURL: [UInt8]?
    /// In bytes of UTF-8 (since CTAP 2.2).
    public let maxPINLength: Int?
    /// What changes with the discoverable credentials, for who has the persistent token (since CTAP 2.3).
    public let encCredStoreState: [UInt8]?
    /// Subcommands of authenticatorConfig (since CTAP 2.3).
    public let authenticatorConfigCommands: [UInt64]?
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
        encoded = cbor.encoded
    }
}
