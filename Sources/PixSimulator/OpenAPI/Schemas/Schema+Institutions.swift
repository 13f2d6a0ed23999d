import PixAPI
import SandboxKit
import ToqueEncoding

extension Schema {
    static let institution = answer(
        .required("id", .uuid),
        .required("name", .text.about("A word for programs")),
        .required("display_name", .text.about("The name people know")),
        .required("legal_entity_name", .text.orNull),
        .required("institution_type", .choice(["INDIVIDUAL", "BUSINESS"]).orNull),
        .required("description", .text),
        .required("country", .constant("BRA")),
        .required("active", .boolean),
        .required("website", .url.orNull),
        .required("icon_logo", .text.about("A URL; empty where there is no picture")),
        .required("logo", .url.orNull),
        .required("text_logo", .url.orNull),
        .required("primary_color", .text(matching: "^#[0-9A-Fa-f]{6}$").orNull),
        .required("sort_priority", .integer(1...1000).orNull),
        .required("payment_methods", .freeObject.with("additionalProperties", paymentMethod.json)))

    private static let paymentMethod = answer(
        .required("status", .text), .required("status_reason", .text.orNull), .required("phase", .text.orNull))
}
