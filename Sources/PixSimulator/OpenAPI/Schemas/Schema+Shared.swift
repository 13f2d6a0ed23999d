import PixAPI
import SandboxKit
import ToqueEncoding

extension Schema {
    /// The envelope of every list.
    static func page(of items: Schema) -> Schema {
        .answer(
            .required("count", .integer(0...Int(Int32.max)).about("Items on all pages together")),
            .required("next", .url.orNull), .required("previous", .url.orNull),
            .required("results", .array(of: items)))
    }

    /// The array that every error answer is.
    static let errors = Schema.array(
        of: .answer(
            .required("request_id", .text(matching: "^[0-9a-f]{32}$")),
            .required("message", .text.with("minLength", 1)),
            .required("code", .text(matching: "^[a-z_]+$")),
            .optional("field", .text.about("Path of the member at fault"))
        )
    ).with("minItems", 1)

    /// Reais in a request: at most two decimals, as a number or as a text. The number's decimals go unsaid, because in
    /// binary floating point 1.1 is no multiple of 0.01 to most validators.
    static let requestedAmount = Schema.any(
        of: Schema(["type": "number", "exclusiveMinimum": 0]),
        .text(matching: #"^(?!0*(\.0*)?$)[0-9]{1,16}(\.[0-9]{1,2})?$"#))

    /// Reais in an answer.
    static let amount = text(matching: #"^[0-9]{1,16}\.[0-9]{2}$"#)

    /// Binary data in a request: base64url, or base64, with or without padding.
    static let binary = text(matching: "^([A-Za-z0-9+/_-]{4})*([A-Za-z0-9+/_-]{2}(==)?|[A-Za-z0-9+/_-]{3}=?)?$")

    /// Reasons and failures.
    static let reasonCode = text(matching: "^[a-z_]+$")
}
