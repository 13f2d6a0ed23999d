import FoundationEssentials
import ToqueEncoding
import ToqueWebAuthn

/// The new credential, with the members of the provider's SDK. `encoded` texts are base64url without padding and go
/// into the body of confirm unchanged. `rawId` is binary, so the body's `rawId` is `encodedId` too.
public struct AttestationResponse: Sendable, Hashable {
    public let encodedId: String
    public let rawId: Data
    public let rawAttestationObject: Data?
    public let encodedAttestationObject: String
    public let rawClientDataJSON: Data?
    public let encodedClientDataJSON: String
    package let response: RegistrationResponse

    init(_ response: RegistrationResponse) {
        self.response = response
        encodedId = Base64URL.encode(response.credentialID)
        rawId = Data(response.credentialID)
        rawAttestationObject = Data(response.attestationObject)
        encodedAttestationObject = Base64URL.encode(response.attestationObject)
        rawClientDataJSON = Data(response.clientDataJSON)
        encodedClientDataJSON = Base64URL.encode(response.clientDataJSON)
    }
}
