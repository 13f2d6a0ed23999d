import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// A device made of the lowest layers, which can do each step wrong.
struct TestDevice {
    /// A ceremony's values; the defaults are right.
    struct Ceremony {
        var origin = "https://belvo.com"
        var rpID = "belvo.com"
        var flags: AuthenticatorData.Flags = [.userPresent, .userVerified]
        var challenge: [UInt8]?
        var counter: UInt32 = 0
        var tamperSignature = false
    }

    let credentialID: [UInt8]
    private let key: SigningKey
    private let publicKey: [UInt8]
    private(set) var userHandle: [UInt8] = []

    init(seed: String) throws {
        let random = SeededRandom(seed: seed)
        let pair = try KeyPair.generate(.ec(.p256), random: random)
        publicKey = try COSEKey(algorithm: .es256, parameters: pair.publicKey).encoded
        key = try SigningKey(pair, deterministic: true)
        credentialID = random.bytes(32)
    }

    /// The body of confirm for the options.
    mutating func register(_ options: JSON, _ ceremony: Ceremony = Ceremony()) throws -> JSON {
        let reader = JSONReader(options)
        userHandle = try reader.member("user").member("id").base64URL()
        let data = AuthenticatorData(
            rpIDHash: Digest.sha256(ceremony.rpID), flags: ceremony.flags, signCount: ceremony.counter,
            attestedCredentialData: AttestedCredentialData(
                aaguid: .zero, credentialID: credentialID, credentialPublicKey: publicKey))
        let clientData = CollectedClientData(
            type: .create, challenge: try ceremony.challenge ?? reader.member("challenge").base64URL(),
            origin: ceremony.origin)
        let object = AttestationObject(format: .none, statement: CBORMap(), authenticatorData: data.encoded)
        return [
            "confirmation_data": [
                "authenticatorAttachment": "platform", "id": .base64URL(credentialID),
                "rawId": .base64URL(credentialID), "type": "public-key",
                "response": [
                    "attestationObject": .base64URL(object.encoded),
                    "clientDataJSON": .base64URL(clientData.serialized),
                ],
            ]
        ]
    }

    /// The body of authorize for the intent's `fido_options`.
    func sign(_ options: JSON, signals: JSON, _ ceremony: Ceremony = Ceremony()) throws -> JSON {
        let data = AuthenticatorData(
            rpIDHash: Digest.sha256(ceremony.rpID), flags: ceremony.flags, signCount: ceremony.counter
        ).encoded
        let clientData = CollectedClientData(
            type: .get, challenge: try ceremony.challenge ?? JSONReader(options).member("challenge").base64URL(),
            origin: ceremony.origin
        ).serialized
        var signature = try key.sign(data + Digest.sha256(clientData), scheme: .ecdsa(.sha256))
        if ceremony.tamperSignature { signature[signature.count - 1] ^= 1 }
        return [
            "risk_signals": signals,
            "assertion": [
                "authenticatorAttachment": "platform", "id": .base64URL(credentialID),
                "rawId": .base64URL(credentialID), "type": "public-key",
                "response": [
                    "authenticatorData": .base64URL(data), "clientDataJSON": .base64URL(clientData),
                    "signature": .base64URL(signature), "userHandle": .base64URL(userHandle),
                ],
            ],
        ]
    }
}
