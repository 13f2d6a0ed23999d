import ToqueEncoding

extension JSONSchema {
    /// RFC 7517.
    static let bankKeys = answer(
        .required(
            "keys",
            .array(
                of: .answer(
                    .required("kty", .constant("RSA")), .required("use", .constant("sig")),
                    .required("alg", .constant("PS256")), .required("kid", .base64URL), .required("n", .base64URL),
                    .required("e", .base64URL)))))

    /// OpenID Connect Discovery 1.0 section 3.
    static let bankConfiguration = answer(
        .required("issuer", .url),
        .required("authorization_endpoint", .url),
        .required("jwks_uri", .url),
        .required("response_types_supported", .array(of: .text)),
        .required("response_modes_supported", .array(of: .text)),
        .required("subject_types_supported", .array(of: .text)),
        .required("id_token_signing_alg_values_supported", .array(of: .text)),
        .required("scopes_supported", .array(of: .text)),
        .required("claims_supported", .array(of: .text)))
}
