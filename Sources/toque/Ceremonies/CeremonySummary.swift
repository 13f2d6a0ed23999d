import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// A ceremony in a few lines; `--verbose` shows all its bytes.
enum CeremonySummary {
    /// The device's action.
    static func headline(_ response: RegistrationResponse) throws -> String {
        let (_, _, key) = try decode(response)
        return "\(key.algorithm.name ?? "\(key.algorithm.rawValue)") chosen"
    }

    static func lines(_ response: RegistrationResponse, rpID: String) throws -> [String] {
        let (object, data, key) = try decode(response)
        let matches = data.rpIDHash == Digest.sha256(rpID) ? "=" : "is not"
        let kind =
            switch key.parameters {
            case .ec(let curve, _, _): "EC2 \(curve.name)"
            case .ed25519: "OKP Ed25519"
            case .ed448: "OKP Ed448"
            case .rsa(let modulus, _): "RSA \(modulus.count * 8)"
            }
        return [
            "attestationObject \(response.attestationObject.count) bytes: fmt \(object.format.rawValue), "
                + "rpIdHash \(Hex.encode(data.rpIDHash.prefix(4)))… \(matches) SHA-256(\(rpID))",
            "\(flags(data))   signCount \(data.signCount)   credential \(response.credentialID.count) bytes   "
                + "COSE \(kind)",
            "clientDataJSON \(String(decoding: response.clientDataJSON, as: UTF8.self))",
        ]
    }

    static func headline(_ response: AuthenticationResponse) throws -> String {
        let data = try AuthenticatorData(decoding: response.authenticatorData)
        return "\(flags(data))   signCount \(data.signCount)"
    }

    static func lines(_ response: AuthenticationResponse) -> [String] {
        [
            "signature \(response.signature.count) bytes over authenticatorData and SHA-256(clientDataJSON)",
            "clientDataJSON \(String(decoding: response.clientDataJSON, as: UTF8.self))",
        ]
    }

    private static func flags(_ data: AuthenticatorData) -> String {
        "flags \(Hex.encode([data.flags.rawValue])) = \(data.flags)"
    }

    private static func decode(
        _ response: RegistrationResponse
    ) throws -> (AttestationObject, AuthenticatorData, COSEKey) {
        let object = try AttestationObject(decoding: response.attestationObject)
        let data = try AuthenticatorData(decoding: object.authenticatorData)
        return (object, data, try COSEKey(decoding: data.attestedCredentialData?.credentialPublicKey ?? []))
    }
}
