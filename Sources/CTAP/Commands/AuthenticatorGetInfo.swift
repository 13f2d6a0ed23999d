import ToqueCOSE
import ToqueWebAuthn

/// What authenticatorGetInfo, 0x04, answers (CTAP 2.1 section 6.4).
public struct AuthenticatorGetInfo: Sendable, Hashable {
    public var versions: [String]
    public var extensions: [String]
    public var aaguid: AAGUID
    /// Option IDs that are present, in any order.
    public var options: [String: Bool]
    public var maxMsgSize: Int?
    /// Most wanted first.
    public var pinUvAuthProtocols: [UInt64]
    public var maxCredentialCountInList: Int?
    public var maxCredentialIDLength: Int?
    public var transports: [AuthenticatorTransport]
    /// Most wanted first.
    public var algorithms: [COSEAlgorithm]
    public var forcePINChange: Bool?
    /// In code points.
    public var minPINLength: Int?
    public var firmwareVersion: Int?
    public var remainingDiscoverableCredentials: Int?

    public init(
        versions: [String], aaguid: AAGUID, extensions: [String] = [], options: [String: Bool] = [:],
        maxMsgSize: Int? = nil, pinUvAuthProtocols: [UInt64] = [], maxCredentialCountInList: Int? = nil,
        maxCredentialIDLength: Int? = nil, transports: [AuthenticatorTransport] = [],
        algorithms: [COSEAlgorithm] = [], forcePINChange: Bool? = nil, minPINLength: Int? = nil,
        firmwareVersion: Int? = nil, remainingDiscoverableCredentials: Int? = nil
    ) {
        self.versions = versions
        self.aaguid = aaguid
        self.extensions = extensions
        self.options = options
        self.maxMsgSize = maxMsgSize
        self.pinUvAuthProtocols = pinUvAuthProtocols
        self.maxCredentialCountInList = maxCredentialCountInList
        self.maxCredentialIDLength = maxCredentialIDLength
        self.transports = transports
        self.algorithms = algorithms
        self.forcePINChange = forcePINChange
        self.minPINLength = minPINLength
        self.firmwareVersion = firmwareVersion
        self.remainingDiscoverableCredentials = remainingDiscoverableCredentials
    }
}
