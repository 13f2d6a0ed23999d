import ToqueCOSE
import ToqueEncoding

/// Section 5.4.2.
public struct PublicKeyCredentialRPEntity: Sendable, Hashable {
    /// The RP ID, a domain; nil means the origin's host.
    public var id: String?
    public var name: String

    public init(id: String?, name: String) {
        self.id = id
        self.name = name
    }
}

/// Section 5.4.3.
public struct PublicKeyCredentialUserEntity: Sendable, Hashable {
    /// The user handle, 1 to 64 bytes.
    public var id: [UInt8]
    public var name: String
    public var displayName: String

    public init(id: [UInt8], name: String, displayName: String) {
        self.id = id
        self.name = name
        self.displayName = displayName
    }
}

/// A credential by its ID (section 5.8.3).
public struct PublicKeyCredentialDescriptor: Sendable, Hashable {
    public var id: [UInt8]
    public var transports: [AuthenticatorTransport]?

    public init(id: [UInt8], transports: [AuthenticatorTransport]? = nil) {
        self.id = id
        self.transports = transports
    }
}

/// Section 5.4.4.
public struct AuthenticatorSelectionCriteria: Sendable, Hashable {
    public var authenticatorAttachment: AuthenticatorAttachment?
    public var residentKey: ResidentKeyRequirement
    public var userVerification: UserVerificationRequirement

    public init(
        authenticatorAttachment: AuthenticatorAttachment? = nil, residentKey: ResidentKeyRequirement = .discouraged,
        userVerification: UserVerificationRequirement = .preferred
    ) {
        self.authenticatorAttachment = authenticatorAttachment
        self.residentKey = residentKey
        self.userVerification = userVerification
    }
}

/// A relying party's options for a registration (section 5.4).
public struct PublicKeyCredentialCreationOptions: Sendable, Hashable {
    public var rp: PublicKeyCredentialRPEntity
    public var user: PublicKeyCredentialUserEntity
    public var challenge: [UInt8]
    /// The algorithms of the entries of type `public-key`, in order of preference. Empty means the specification's
    /// defaults, ES256 and RS256 (section 5.1.3).
    public var pubKeyCredParams: [COSEAlgorithm]
    /// Milliseconds.
    public var timeout: Int?
    public var excludeCredentials: [PublicKeyCredentialDescriptor]
    public var authenticatorSelection: AuthenticatorSelectionCriteria
    public var attestation: AttestationConveyancePreference
    /// In order of preference (section 5.4).
    public var attestationFormats: [AttestationFormat]
    /// Extension inputs by identifier, as received.
    public var extensions: JSONObject

    public init(
        rp: PublicKeyCredentialRPEntity, user: PublicKeyCredentialUserEntity, challenge: [UInt8],
        pubKeyCredParams: [COSEAlgorithm] = [], timeout: Int? = nil,
        excludeCredentials: [PublicKeyCredentialDescriptor] = [],
        authenticatorSelection: AuthenticatorSelectionCriteria = .init(),
        attestation: AttestationConveyancePreference = .none, attestationFormats: [AttestationFormat] = [],
        extensions: JSONObject = [:]
    ) {
        self.rp = rp
        self.user = user
        self.challenge = challenge
        self.pubKeyCredParams = pubKeyCredParams
        self.timeout = timeout
        self.excludeCredentials = excludeCredentials
        self.authenticatorSelection = authenticatorSelection
        self.attestation = attestation
        self.attestationFormats = attestationFormats
        self.extensions = extensions
    }
}

/// A relying party's options for an assertion (section 5.5).
public struct PublicKeyCredentialRequestOptions: Sendable, Hashable {
    public var challenge: [UInt8]
    /// Milliseconds.
    public var timeout: Int?
    /// nil means the origin's host.
    public var rpID: String?
    public var allowCredentials: [PublicKeyCredentialDescriptor]
    public var userVerification: UserVerificationRequirement
    /// Extension inputs by identifier, as received.
    public var extensions: JSONObject

    public init(
        challenge: [UInt8], timeout: Int? = nil, rpID: String? = nil,
        allowCredentials: [PublicKeyCredentialDescriptor] = [],
        userVerification: UserVerificationRequirement = .preferred, extensions: JSONObject = [:]
    ) {
        self.challenge = challenge
        self.timeout = timeout
        self.rpID = rpID
        self.allowCredentials = allowCredentials
        self.userVerification = userVerification
        self.extensions = extensions
    }
}
