import PixAPI

extension Schema {
    static let createPaymentIntent = request(
        .required("amount", .requestedAmount.about("More than 0, with at most two decimals")),
        .required(
            "allowed_payment_method_types",
            .array(of: .text).with("contains", Schema.constant(.string(Enrollment.type)).json)),
        .required("customer", .component(.customerReference)),
        .required("description", .text),
        .optional("statement_description", .text.orNull),
        .optional("external_id", .text.orNull.about("The caller's own id")),
        .required(
            "payment_method_details",
            .request(
                .required(
                    Enrollment.type,
                    .request(.required("beneficiary_bank_account", .uuid), .required("enrollment", .uuid))))),
        .required("confirm", .constant(true)))

    static let paymentIntent = answer(
        .required("id", .uuid),
        .required("created_by", .uuid),
        .required("created_at", .timestamp),
        .required("updated_at", .timestamp),
        .required("external_id", .text.orNull),
        .required("status", .choice(PaymentIntentStatus.self)),
        .required("amount", .amount),
        .required("currency", .constant("BRL")),
        .required("customer", .uuid),
        .required("description", .text.orNull),
        .required("statement_description", .text.orNull),
        .required("allowed_payment_method_types", .array(of: methodType)),
        .required("selected_payment_method_type", methodType),
        .required(
            "payment_method_details",
            .answer(
                .required(
                    Enrollment.type,
                    .answer(.required("beneficiary_bank_account", .uuid), .required("enrollment", .uuid))))),
        .required("payment_method_information", .answer(.required(Enrollment.type, methodInformation))),
        .required("failure_code", .reasonCode.orNull),
        .required("failure_message", .text.orNull),
        .required("charges", .array(of: .component(.charge))),
        .required("metadata", .freeObject))

    static let methodType = constant(.string(Enrollment.type))

    private static let methodInformation = answer(
        .required("provider", .constant("belvo")),
        .required("consent_id", .text(matching: "^urn:[a-z0-9_]+:[0-9a-f-]{36}$")),
        .required("fido_options", .component(.signOptions)),
        .required("end_to_end_id", .text(matching: "^E[0-9]{20}[A-Za-z0-9]{11}$")),
        .required("external_payment_id", .uuid),
        .required("provider_request_id", .uuid))
}
