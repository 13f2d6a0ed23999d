import ToqueCrypto
import ToqueEncoding

/// Signatures of ecommpay: HMAC-SHA-512 with a project's secret key in base64. The secret key is the server's and never
/// an app's: the app sends the string to sign and gets the signature back.
public enum EcommpaySignature {
    /// The signature over a text, in base64.
    public static func sign(_ text: EcommpayStringToSign, key: borrowing SecretBytes) -> String {
        Base64.encode(HMAC.authenticate(.sha512, key: key, message: text.bytes))
    }

    /// Whether a signature is the one over the text. The time taken does not depend on where they differ.
    public static func verify(
        _ signature: String, of text: EcommpayStringToSign, key: borrowing SecretBytes
    ) -> Bool {
        Array(signature.utf8).constantTimeEquals(Array(sign(text, key: key).utf8))
    }

    /// The signature that a message carries: the member `signature`, or that of `general`.
    public static func carried(by message: JSONObject) -> String? {
        (message["signature"] ?? message["general"]?["signature"])?.stringValue
    }

    /// Whether a message is signed with the key.
    public static func verify(message: JSONObject, key: borrowing SecretBytes) -> Bool {
        guard let signature = carried(by: message) else { return false }
        return verify(signature, of: EcommpayStringToSign(message), key: key)
    }

    /// A callback, or another message with the member `signature`, signed.
    public static func signing(message: JSONObject, key: borrowing SecretBytes) -> JSONObject {
        var signed = message
        signed["signature"] = .string(sign(EcommpayStringToSign(message), key: key))
        return signed
    }

    /// A request to Gate, whose signature is a member of `general`, signed. Without `general` there is nothing to sign.
    public static func signing(gateRequest request: JSONObject, key: borrowing SecretBytes) -> JSONObject {
        guard var general = request["general"]?.objectValue else { return request }
        general["signature"] = .string(sign(EcommpayStringToSign(request), key: key))
        var signed = request
        signed["general"] = .object(general)
        return signed
    }
}
