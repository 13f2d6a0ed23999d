import CTAP
import ToqueCrypto

extension AuthenticatorCredentialManagement.Response {
    /// An RP of an enumeration. Its name is not kept, and no platform needs it.
    init(rpID: String, rpIDHash: [UInt8]) {
        self.init()
        self.rpID = rpID
        self.rpIDHash = rpIDHash
    }

    /// A credential of an enumeration.
    init(_ credential: PublicKeyCredentialSource) {
        self.init()
        // Earlier versions kept names of any length.
        user = credential.user.truncated
        credentialID = CTAPCredentialDescriptor(id: credential.id)
        publicKey = credential.publicKey
        credProtect = credential.protection.rawValue
        thirdPartyPayment = credential.isForThirdPartyPayment
    }
}
