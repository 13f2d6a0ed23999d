import PixAPI

extension Schema {
    static let charge = answer(
        .required("id", .uuid),
        .required("created_by", .uuid),
        .required("created_at", .timestamp),
        .required("updated_at", .timestamp),
        .required("status", .choice(ChargeStatus.self)),
        .required("amount", .amount),
        .required("currency", .constant("BRL")),
        .required("customer", .uuid),
        .required("payment_intent", .uuid),
        .required("payment_method_type", methodType),
        .required("description", .text.orNull),
        .required("failure_code", .reasonCode.orNull),
        .required("failure_message", .text.orNull))
}
