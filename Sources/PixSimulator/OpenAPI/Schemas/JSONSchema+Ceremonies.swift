import ToqueEncoding

extension JSONSchema {
    /// PublicKeyCredentialCreationOptionsJSON as in the guide.
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
            .freeObject.about("The guide's sample has a string other than a URL in the extension appid; ignore it")))

    /// PublicKeyCredentialRequestOptionsJSON as in the guide.
    static let signOptions = answer(
        .required("challenge", .base64URL),
        .required("timeout", .integer(1...Int(UInt32.max)).about("Milliseconds")),
        .required("rpId", .text),
        .required(
            "allowCredentials",
            .array(of: .answer(.required("id", .base64URL), .required("type", .constant("public-key"))))),
        .required("userVerification", .constant("required")))

    /// RS256 and ES256.
    private static let choiceOfAlgorithms = JSONSchema(["enum": [-257, -7]])
}
