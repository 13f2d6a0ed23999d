import RelyingParty
import ToqueCBOR
import ToqueEncoding
import ToqueWebAuthn

extension PixFault<PixPayment> {
    /// All faults of an authentication, in the order of the verdict table.
    static var all: [PixFault] { ofClientData + ofAuthentication + ofAuthenticatorData + ofDocument }

    private static var another: [UInt8] { [UInt8](repeating: 0, count: 32) }

    private static var ofAuthentication: [PixFault] {
        [
            PixFault("credential-not-listed", .credentialNotAllowed, "allowCredentials lists another credential alone")
            {
                $0.options.set("allowCredentials", [["id": .base64URL(another), "type": "public-key"]])
            },
            PixFault("credential-not-stored", .credentialUnknown, "the stored credential is another one") {
                $0.credential.id = another
            },
            PixFault(
                "without-user-handle", .userHandleMissing,
                "nothing says who the user is: neither allowCredentials nor userHandle"
            ) {
                $0.options.set("allowCredentials", nil)
                $0.userHandle = nil
            },
            PixFault("other-user-handle", .userHandleMismatch, "userHandle is another user's") {
                $0.userHandle = another
            },
            PixFault("type-of-registration", .typeMismatch, "the client data are a registration's") {
                $0.clientData.type = CollectedClientData.Ceremony.create.rawValue
            },
            PixFault(
                "type-of-payment", .typeMismatch, "the client data are Secure Payment Confirmation's",
                unless: { $0.allowPayment = true }
            ) { $0.clientData.type = "payment.get" },
            PixFault("with-credential", .attestedCredentialUnexpected, "AT is set in an assertion") {
                $0.authenticatorData.attestedCredentialData = AttestedCredentialData(
                    aaguid: .zero, credentialID: $0.credentialID, credentialPublicKey: $0.credential.publicKey)
            },
            PixFault(
                "app-id-not-used", .rpIDHashMismatch, "the AppID's hash, which the client does not say that it used"
            ) {
                $0.use(appID: "https://belvo.com/app-id.json")
                $0.clientExtensionResults["appid"] = false
            },
            PixFault("app-id-not-requested", .rpIDHashMismatch, "the AppID's hash, which the options did not ask for") {
                $0.use(appID: "https://belvo.com/app-id.json")
                $0.options.set("extensions", nil)
            },
            PixFault("app-id-and-rp-id", .rpIDHashMismatch, "the client says that it used the AppID, and did not") {
                let hash = $0.authenticatorData.rpIDHash
                $0.use(appID: "https://belvo.com/app-id.json")
                $0.authenticatorData.rpIDHash = hash
            },
            PixFault(
                "backup-eligibility-changed", .backupEligibilityChanged, "BE is not what it was at registration",
                unless: { $0.backupFlags = .report }
            ) { $0.credential.backupEligible.toggle() },
            PixFault("stored-key-cut-short", .malformedPublicKey, "the stored public key is cut short") {
                $0.credential.publicKey.removeLast()
            },
            PixFault(
                "stored-key-unsupported", .algorithmUnsupported, "the stored key's algorithm, -260, is no one's here"
            ) {
                guard var key = (try CBOR(decoding: $0.credential.publicKey)).mapValue else { return }
                key[3] = -260
                $0.credential.publicKey = CBOR.map(key).encoded
            },
            PixFault("signature-changed", .badSignature, "a bit of the signature is another") {
                $0.edits.signature = { $0[$0.count - 1] ^= 1 }
            },
            PixFault("signature-empty", .badSignature, "the signature is empty") { $0.edits.signature = { $0 = [] } },
            PixFault("signature-trailing", .badSignature, "a byte follows the signature") {
                $0.edits.signature = { $0.append(0) }
            },
            PixFault("data-changed", .badSignature, "the counter was raised after the signature was made") {
                $0.edits.authenticatorData = { $0[36] &+= 1 }
            },
            PixFault(
                "counter-stands", .counterRegressed, "the counter is the one that was stored",
                where: { $0.authenticatorData.signCount > 0 }, unless: { $0.counter = .report }
            ) { $0.credential.signCount = $0.authenticatorData.signCount },
            PixFault(
                "counter-fell-to-zero", .counterRegressed, "the counter is 0 and was not",
                unless: { $0.counter = .report }
            ) {
                $0.authenticatorData.signCount = 0
                $0.credential.signCount = 7
            },
        ]
    }
}
