import ToqueCrypto
import ToqueEncoding

/// ecommpay's signatures: HMAC-SHA-512 with a project's secret key, in base64. The secret key belongs to the server,
/// never to an app: the app sends the string to sign and receives the signature.
public enum EcommpaySignature {
    /// Returns the signature of a text, in base64.
    public static func sign(_ text: EcommpayStringToSign, key: borrowing SecretBytes) -> String {
        Base64.encode(HMAC.authenticate(.sha512, key: key, message: text.bytes))
    }

    /// Returns true if the signature is valid for the text. Takes constant time.
    public static func verify(
        _ signature: String, of text: EcommpayStringToSign, key: borrowing SecretBytes
    ) -> Bool {
        Array(signature.utf8).constantTimeEquals(Array(sign(text, key: key).utf8))
    }

    /// The signature in a message: the member `signature`, or that of `general`.
    public static func carried(by message: JSONObject) -> String? {
        (message["signature"] ?? message["general"]?["signature"])?.stringValue
    }

    /// Returns true if the key signed the message.
    public static func verify(message: JSONObject, key: borrowing SecretBytes) -> Bool {
        guard let signature = carried(by: message) else { return false }
        return verify(signature, of: EcommpayStringToSign(message), key: key)
    }

    /// Returns a signed callback, or another signed message with the member `signature`.
    public static func signing(message: JSONObject, key: borrowing SecretBytes) -> JSONObject {
        var signed = message
        signed["signature"] = .string(sign(EcommpayStringToSign(message), key: key))
        return signed
    }

    /// Returns a signed request to Gate, whose signature is a member of `general`. Without `general` there is nothing
    /// to sign.
    public static func signing(gateRequest request: JSONObject, key: borrowing SecretBytes) -> JSONObject {
        guard var general = request["general"]?.objectValue else { return request }
        general["signature"] = .string(sign(EcommpayStringToSign(request), key: key))
        var signed = request
        signed["general"] = .object(general)
        return signed
    }
}
