import ToqueCOSE
import ToqueWebAuthn

/// What authenticatorGetInfo, 0x04, answers (CTAP 2.1 section 6.4).
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
    public let forcePINChange: Bool?
    /// In code points.
    public let minPINLength: Int?
    public let firmwareVersion: Int?
    public let remainingDiscoverableCredentials: Int?
    /// The canonical map. It is made once, for platforms ask at each opening and little of it ever changes.
    private(set) var encoded: [UInt8] = []

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
        encoded = cbor.encoded
    }
}
