import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The payer's passkey, made of low floors, which can do each step wrong.
struct PayerDevice {
    /// What a ceremony says; nil for what is right.
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
    private let key: SigningKey
    private let publicKey: [UInt8]

    init(seed: String = "device", origin: String) throws {
        let random = SeededRandom(seed: seed)
        let pair = try KeyPair.generate(.ec(.p256), random: random)
        publicKey = try COSEKey(algorithm: .es256, parameters: pair.publicKey).encoded
        key = try SigningKey(pair, deterministic: true)
        credentialID = random.bytes(32)
        self.origin = origin
    }

    /// The body that approves by a page's JSON, with a registration where that asks for one.
    func approval(_ shown: JSON, _ ceremony: Ceremony = Ceremony()) throws -> JSON {
        var body: JSONObject = ["decision": "approve"]
        if let options = shown["registration"] { body["registration"] = try register(options) }
        body["authentication"] = try sign(JSONReader(shown).member("authentication").value, ceremony)
        return .object(body)
    }

    func register(_ options: JSON, _ ceremony: Ceremony = Ceremony()) throws -> JSON {
        let data = AuthenticatorData(
            rpIDHash: Digest.sha256(ceremony.rpID), flags: ceremony.flags, signCount: ceremony.counter,
            attestedCredentialData: AttestedCredentialData(
                aaguid: .zero, credentialID: credentialID, credentialPublicKey: publicKey))
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
        let data = AuthenticatorData(
            rpIDHash: Digest.sha256(ceremony.rpID), flags: ceremony.flags, signCount: ceremony.counter
        ).encoded
        let clientData = CollectedClientData(
            type: ceremony.type ?? .get,
            challenge: try ceremony.challenge ?? JSONReader(options).member("challenge").base64URL(),
            origin: ceremony.origin ?? origin
        ).serialized
        var signature = try key.sign(data + Digest.sha256(clientData), scheme: .ecdsa(.sha256))
        if ceremony.tamperSignature { signature[signature.count - 1] ^= 1 }
        return AuthenticationResponse(
            credentialID: ceremony.credentialID ?? credentialID, clientDataJSON: clientData, authenticatorData: data,
            signature: signature, userHandle: nil
        ).json()
    }
}
