/// The input of authenticatorGetAssertion (section 6.3.3).
public struct GetAssertionRequest: Sendable, Hashable {
    /// SHA-256 of clientDataJSON.
    public var clientDataHash: [UInt8]
    public var rpID: String
    /// Empty requests a discoverable credential.
    public var allowCredentials: [PublicKeyCredentialDescriptor]
    public var requireUserVerification: Bool
    public var extensions: AuthenticationExtensionInputs

    public init(
        clientDataHash: [UInt8], rpID: String, allowCredentials: [PublicKeyCredentialDescriptor] = [],
        requireUserVerification: Bool = false, extensions: AuthenticationExtensionInputs = .init()
    ) {
        self.clientDataHash = clientDataHash
        self.rpID = rpID
        self.allowCredentials = allowCredentials
        self.requireUserVerification = requireUserVerification
        self.extensions = extensions
    }
}

/// The output of authenticatorGetAssertion.
public struct GetAssertionResponse: Sendable, Hashable {
    public var credentialID: [UInt8]
    public var authenticatorData: [UInt8]
    public var signature: [UInt8]
    public var userHandle: [UInt8]?
    public var extensions: AuthenticationExtensionOutputs

    public init(
        credentialID: [UInt8], authenticatorData: [UInt8], signature: [UInt8], userHandle: [UInt8]?,
        extensions: AuthenticationExtensionOutputs = .init()
    ) {
        self.credentialID = credentialID
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
        self.extensions = extensions
    }
}
