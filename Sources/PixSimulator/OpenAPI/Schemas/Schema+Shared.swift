import PixAPI
import SandboxKit
import ToqueEncoding

extension JSONSchema {
    /// The array that every error answer is.
    static let errors = JSONSchema.array(
        of: .answer(
            .required("request_id", .text(matching: "^[0-9a-f]{32}$")),
            .required("message", .text.with("minLength", 1)),
            .required("code", .text(matching: "^[a-z_]+$")),
            .optional("field", .text.about("Path of the member at fault"))
        )
    ).with("minItems", 1)
}
