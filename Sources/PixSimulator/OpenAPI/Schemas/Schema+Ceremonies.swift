import PixAPI
import SandboxKit
import ToqueEncoding

extension Schema {
    /// PublicKeyCredentialCreationOptionsJSON as the guide shows it.
    static let registrationOptions = answer(
        .required("rp", .answer(.required("id", .text), .required("name", .text))),
        .required(
            "user",
            .answer(.required("id", .base64URL), .required("name", .text), .required("displayName", .text))),
        .required("challenge", .base64URL),
        .required(
            "pubKeyCredParams",
            .array(of: .answer(.required("alg", .choiceOfAlgorithms), .required("type", .constant("public-key"))))),
        .required("authenticatorSelection", .answer(.required("userVerification", .constant("required")))),
        .required(
            "extensions",
            .freeObject.about("The guide's sample has a text where the extension appid takes a URL; pass it over")))

    /// PublicKeyCredentialRequestOptionsJSON as the guide shows it.
    static let signOptions = answer(
        .required("challenge", .base64URL),
        .required("timeout", .integer(1...Int(UInt32.max)).about("Milliseconds")),
        .required("rpId", .text),
        .required(
            "allowCredentials",
            .array(of: .answer(.required("id", .base64URL), .required("type", .constant("public-key"))))),
        .required("userVerification", .constant("required")))

    static let confirmEnrollment = request(
        .required(
            "confirmation_data",
            credential(.request(.required("attestationObject", .binary), .required("clientDataJSON", .binary)))))

    static let authorizePaymentIntent = request(
        .optional("platform", .choice(Platform.self).orNull.about("Newer SDKs send it")),
        .required("risk_signals", .component(.riskSignals)),
        .required(
            "assertion",
            credential(
                .request(
                    .required("authenticatorData", .binary), .required("clientDataJSON", .binary),
                    .required("signature", .binary),
                    .optional(
                        "userHandle", .binary.orNull.about("Empty or null where the authenticator gave none"))))))

    /// What both ceremonies send back.
    private static func credential(_ response: Schema) -> Schema {
        .request(
            .optional("authenticatorAttachment", .text.orNull),
            .required("id", .binary),
            .required("rawId", .binary.about("The same bytes as id")),
            .required("type", .constant("public-key")),
            .required("response", response),
            .optional("clientExtensionResults", .freeObject.orNull))
    }

    /// RS256 and ES256.
    private static let choiceOfAlgorithms = Schema(["enum": [-257, -7]])
}
