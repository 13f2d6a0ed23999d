import ToqueCOSE

/// The input of authenticatorMakeCredential (section 6.3.2).
public struct MakeCredentialRequest: Sendable, Hashable {
    /// SHA-256 of clientDataJSON.
    public var clientDataHash: [UInt8]
    public var rpID: String
    public var rpName: String
    public var user: PublicKeyCredentialUserEntity
    /// In order of preference, never empty.
    public var algorithms: [COSEAlgorithm]
    public var excludeCredentials: [PublicKeyCredentialDescriptor]
    public var requireResidentKey: Bool
    public var requireUserVerification: Bool
    public var attestation: AttestationConveyancePreference
    /// In order of preference; empty leaves the choice to the authenticator.
    public var attestationFormats: [AttestationFormat]
    public var extensions: RegistrationExtensionInputs

    public init(
        clientDataHash: [UInt8], rpID: String, rpName: String, user: PublicKeyCredentialUserEntity,
        algorithms: [COSEAlgorithm], excludeCredentials: [PublicKeyCredentialDescriptor] = [],
        requireResidentKey: Bool = false, requireUserVerification: Bool = false,
        attestation: AttestationConveyancePreference = .none, attestationFormats: [AttestationFormat] = [],
        extensions: RegistrationExtensionInputs = .init()
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
        self.extensions = extensions
    }
}

/// The output of authenticatorMakeCredential.
public struct MakeCredentialResponse: Sendable, Hashable {
    public var credentialID: [UInt8]
    public var attestationObject: AttestationObject
    /// True if the credential is discoverable, for the `credProps` extension; nil if unknown.
    public var isResidentKey: Bool?
    public var extensions: RegistrationExtensionOutputs

    public init(
        credentialID: [UInt8], attestationObject: AttestationObject, isResidentKey: Bool?,
        extensions: RegistrationExtensionOutputs = .init()
    ) {
        self.credentialID = credentialID
        self.attestationObject = attestationObject
        self.isResidentKey = isResidentKey
        self.extensions = extensions
    }
}
