import FoundationEssentials
import ToqueEncoding
import ToqueWebAuthn

/// The signature of a payment, with the members of the provider's SDK. `encoded` texts are base64url without padding
/// and go into the body of authorize unchanged. `rawId` is binary, so the body's `rawId` is `encodedId` too.
public struct AssertionResponse: Sendable, Hashable {
    public let encodedId: String
    public let rawId: Data
    public let authenticatorData: Data?
    public let encodedAuthenticatorData: String
    public let clientDataJSON: Data
    public let encodedClientDataJSON: String
    public let signature: Data?
    public let encodedSignature: String
    public let userHandle: Data?
    /// Empty if the authenticator returned no user handle, as the provider's API requires.
    public let encodedUserHandle: String
    package let response: AuthenticationResponse

    init(_ response: AuthenticationResponse) {
        self.response = response
        encodedId = Base64URL.encode(response.credentialID)
        rawId = Data(response.credentialID)
        authenticatorData = Data(response.authenticatorData)
        encodedAuthenticatorData = Base64URL.encode(response.authenticatorData)
        clientDataJSON = Data(response.clientDataJSON)
        encodedClientDataJSON = Base64URL.encode(response.clientDataJSON)
        signature = Data(response.signature)
        encodedSignature = Base64URL.encode(response.signature)
        userHandle = response.userHandle.map { Data($0) }
        encodedUserHandle = Base64URL.encode(response.userHandle ?? [])
    }
}
