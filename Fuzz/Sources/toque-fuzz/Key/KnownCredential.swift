import ToqueCOSE
import ToqueCrypto

/// A credential in the relying party's view.
struct KnownCredential: Sendable {
    let id: [UInt8]
    let rpIDHash: [UInt8]
    let publicKey: COSEKey
    /// The level of credProtect; 1 if it was not requested.
    var protection: UInt64 = 1

    func verify(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        (try? publicKey.verifyingKey().verify(signature, of: message)) ?? false
    }
}
