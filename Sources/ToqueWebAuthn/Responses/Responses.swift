import ToqueCOSE
import ToqueCrypto
import ToqueEncoding

/// The result of a registration: PublicKeyCredential with AuthenticatorAttestationResponse (sections 5.1 and 5.2.1).
public struct RegistrationResponse: Sendable, Hashable {
    public var credentialID: [UInt8]
    public var clientDataJSON: [UInt8]
    public var attestationObject: [UInt8]
    public var transports: [AuthenticatorTransport]
    public var authenticatorAttachment: AuthenticatorAttachment?
    public var clientExtensionResults: JSONObject

    public init(
        credentialID: [UInt8], clientDataJSON: [UInt8], attestationObject: [UInt8],
        transports: [AuthenticatorTransport] = [], authenticatorAttachment: AuthenticatorAttachment? = nil,
        clientExtensionResults: JSONObject = [:]
    ) {
        self.credentialID = credentialID
        self.clientDataJSON = clientDataJSON
        self.attestationObject = attestationObject
        self.transports = transports
        self.authenticatorAttachment = authenticatorAttachment
        self.clientExtensionResults = clientExtensionResults
    }
}

/// The result of an authentication: PublicKeyCredential with AuthenticatorAssertionResponse (section 5.2.2).
public struct AuthenticationResponse: Sendable, Hashable {
    public var credentialID: [UInt8]
    public var clientDataJSON: [UInt8]
    public var authenticatorData: [UInt8]
    public var signature: [UInt8]
    public var userHandle: [UInt8]?
    public var authenticatorAttachment: AuthenticatorAttachment?
    public var clientExtensionResults: JSONObject

    public init(
        credentialID: [UInt8], clientDataJSON: [UInt8], authenticatorData: [UInt8], signature: [UInt8],
        userHandle: [UInt8]?, authenticatorAttachment: AuthenticatorAttachment? = nil,
        clientExtensionResults: JSONObject = [:]
    ) {
        self.credentialID = credentialID
        self.clientDataJSON = clientDataJSON
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
        self.authenticatorAttachment = authenticatorAttachment
        self.clientExtensionResults = clientExtensionResults
    }
}
