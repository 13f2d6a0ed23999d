import ToqueCOSE

/// The capabilities of an authenticator.
public struct AuthenticatorCapabilities: Sendable, Hashable {
    public var aaguid: AAGUID
    public var attachment: AuthenticatorAttachment
    public var transports: [AuthenticatorTransport]
    public var algorithms: [COSEAlgorithm]
    public var attestationFormats: [AttestationFormat]
    public var residentKeys: Bool
    /// True if it can verify the user now, by biometrics or a PIN that is set.
    public var userVerification: Bool

    public init(
        aaguid: AAGUID, attachment: AuthenticatorAttachment, transports: [AuthenticatorTransport],
        algorithms: [COSEAlgorithm], attestationFormats: [AttestationFormat], residentKeys: Bool,
        userVerification: Bool
    ) {
        self.aaguid = aaguid
        self.attachment = attachment
        self.transports = transports
        self.algorithms = algorithms
        self.attestationFormats = attestationFormats
        self.residentKeys = residentKeys
        self.userVerification = userVerification
    }
}
