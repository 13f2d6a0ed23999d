import ToqueCOSE

/// WebAuthn's view of an authenticator (section 6.3), whatever it is: the software key in this process or a USB key.
/// The client has checked origin and RP ID and hashed the client data before it calls.
public protocol Authenticator: Sendable {
    /// What it can do, so that the client chooses and orders its requests. May talk to a device.
    func capabilities() async throws(WebAuthnError) -> AuthenticatorCapabilities

    /// authenticatorMakeCredential (section 6.3.2).
    /// - Throws: the WebAuthn error of the step that failed; `notAllowedError` where the person declined.
    func makeCredential(
        _ request: MakeCredentialRequest, interaction: any UserInteraction
    ) async throws(WebAuthnError) -> MakeCredentialResponse

    /// authenticatorGetAssertion (section 6.3.3).
    func getAssertion(
        _ request: GetAssertionRequest, interaction: any UserInteraction
    ) async throws(WebAuthnError) -> GetAssertionResponse

    /// authenticatorCancel (section 6.3.4): the operation under way ends with `notAllowedError`. Cancelling the task
    /// of an operation does the same.
    func cancel() async
}

/// What an authenticator can do.
public struct AuthenticatorCapabilities: Sendable, Hashable {
    public var aaguid: AAGUID
    public var attachment: AuthenticatorAttachment
    public var transports: [AuthenticatorTransport]
    public var algorithms: [COSEAlgorithm]
    public var attestationFormats: [AttestationFormat]
    public var residentKeys: Bool
    /// It can verify the user now, by biometrics or a PIN that is set.
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

public struct MakeCredentialRequest: Sendable, Hashable {
    /// SHA-256 of clientDataJSON.
    public var clientDataHash: [UInt8]
    public var rpID: String
    public var rpName: String
    public var user: PublicKeyCredentialUserEntity
    /// Most wanted first, never empty.
    public var algorithms: [COSEAlgorithm]
    public var excludeCredentials: [PublicKeyCredentialDescriptor]
    public var requireResidentKey: Bool
    public var requireUserVerification: Bool
    public var attestation: AttestationConveyancePreference
    /// Most wanted first; empty leaves the choice to the authenticator.
    public var attestationFormats: [AttestationFormat]

    public init(
        clientDataHash: [UInt8], rpID: String, rpName: String, user: PublicKeyCredentialUserEntity,
        algorithms: [COSEAlgorithm], excludeCredentials: [PublicKeyCredentialDescriptor] = [],
        requireResidentKey: Bool = false, requireUserVerification: Bool = false,
        attestation: AttestationConveyancePreference = .none, attestationFormats: [AttestationFormat] = []
    ) {
        self.clientDataHash = clientDataHash
        self.rpID = rpID
        self.rpName = rpName
        self.user = user
        self.algorithms = algorithms
        self.excludeCredentials = excludeCredentials
        self.requireResidentKey = requireResidentKey
        self.requireUserVerification = requireUserVerification
        self.attestation = attestation
        self.attestationFormats = attestationFormats
    }
}

public struct MakeCredentialResponse: Sendable, Hashable {
    public var credentialID: [UInt8]
    public var attestationObject: AttestationObject
    /// Whether the credential is discoverable, for the `credProps` extension; nil where that is not known.
    public var isResidentKey: Bool?

    public init(credentialID: [UInt8], attestationObject: AttestationObject, isResidentKey: Bool?) {
        self.credentialID = credentialID
        self.attestationObject = attestationObject
        self.isResidentKey = isResidentKey
    }
}

public struct GetAssertionRequest: Sendable, Hashable {
    /// SHA-256 of clientDataJSON.
    public var clientDataHash: [UInt8]
    public var rpID: String
    /// Empty asks for a discoverable credential.
    public var allowCredentials: [PublicKeyCredentialDescriptor]
    public var requireUserVerification: Bool

    public init(
        clientDataHash: [UInt8], rpID: String, allowCredentials: [PublicKeyCredentialDescriptor] = [],
        requireUserVerification: Bool = false
    ) {
        self.clientDataHash = clientDataHash
        self.rpID = rpID
        self.allowCredentials = allowCredentials
        self.requireUserVerification = requireUserVerification
    }
}

public struct GetAssertionResponse: Sendable, Hashable {
    public var credentialID: [UInt8]
    public var authenticatorData: [UInt8]
    public var signature: [UInt8]
    public var userHandle: [UInt8]?

    public init(credentialID: [UInt8], authenticatorData: [UInt8], signature: [UInt8], userHandle: [UInt8]?) {
        self.credentialID = credentialID
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
    }
}
