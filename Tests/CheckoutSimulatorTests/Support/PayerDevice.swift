import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

@testable import CheckoutSimulator
@testable import TestVectors

/// The payer's passkey, made of the lowest layers, which can do each step wrong.
struct PayerDevice {
    /// A ceremony's values; nil for the right ones.
    struct Ceremony {
        var origin: String?
        var rpID = "localhost"
        var flags: AuthenticatorData.Flags = [.userPresent, .userVerified]
        var challenge: [UInt8]?
        var type: CollectedClientData.Ceremony?
        var counter: UInt32 = 0
        var credentialID: [UInt8]?
        var tamperSignature = false
    }

    let origin: String
    let credentialID: [UInt8]
    private let key: VectorKey
    private let publicKey: [UInt8]

    init(seed: String = "device", origin: String) throws {
        let random = SeededRandom(seed: seed)
        key = try VectorKey(KeyPair.generate(.ec(.p256), random: random), algorithm: .es256)
        publicKey = try key.credentialPublicKey()
        credentialID = random.bytes(32)
        self.origin = origin
    }

    /// Returns the body that approves by a page's JSON, with a registration if the page asks for one.
    func approval(_ shown: JSON, _ ceremony: Ceremony = Ceremony()) throws -> JSON {
        var body: JSONObject = ["decision": "approve"]
        if let options = shown["registration"] { body["registration"] = try register(options) }
        body["authentication"] = try sign(JSONReader(shown).member("authentication").value, ceremony)
        return .object(body)
    }

    func register(_ options: JSON, _ ceremony: Ceremony = Ceremony()) throws -> JSON {
        let data = authenticatorData(ceremony, holdsCredential: true)
        let clientData = CollectedClientData(
            type: ceremony.type ?? .create,
            challenge: try ceremony.challenge ?? JSONReader(options).member("challenge").base64URL(),
            origin: ceremony.origin ?? origin)
        let object = AttestationObject(format: .none, statement: CBORMap(), authenticatorData: data.encoded)
        return RegistrationResponse(
            credentialID: credentialID, clientDataJSON: clientData.serialized, attestationObject: object.encoded
        ).essentialJSON
    }

    func sign(_ options: JSON, _ ceremony: Ceremony = Ceremony()) throws -> JSON {
        try payment(options, ceremony).response().json()
    }

    /// The authentication before it is made, in the vectors' form, so that their faults can be applied to it.
    func payment(_ options: JSON, _ ceremony: Ceremony = Ceremony()) throws -> PixPayment {
        var payment = PixPayment(
            options: options,
            clientData: CollectedClientData(
                type: ceremony.type ?? .get,
                challenge: try ceremony.challenge ?? JSONReader(options).member("challenge").base64URL(),
                origin: ceremony.origin ?? origin),
            authenticatorData: authenticatorData(ceremony), key: key,
            credentialID: ceremony.credentialID ?? credentialID, userHandle: Array(PayerSeeds.payer.utf8),
            attachment: .platform,
            credential: try PixSetting.stored(authenticatorData(ceremony, holdsCredential: true)),
            policy: PixSetting.policy(verifiesUser: true))
        if ceremony.tamperSignature { payment.edits.signature = { $0[$0.count - 1] ^= 1 } }
        return payment
    }

    private func authenticatorData(_ ceremony: Ceremony, holdsCredential: Bool = false) -> AuthenticatorData {
        AuthenticatorData(
            rpIDHash: Digest.sha256(ceremony.rpID), flags: ceremony.flags, signCount: ceremony.counter,
            attestedCredentialData: holdsCredential
                ? AttestedCredentialData(
                    aaguid: .zero, credentialID: credentialID, credentialPublicKey: publicKey) : nil)
    }
}
