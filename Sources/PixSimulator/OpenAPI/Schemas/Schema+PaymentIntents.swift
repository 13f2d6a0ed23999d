import PixAPI
import SandboxKit
import ToqueEncoding

extension Schema {
    static let createPaymentIntent = request(
        .required("amount", .requestedAmount.about("More than 0, with at most two decimals")),
        .required(
            "allowed_payment_method_types",
            .array(of: .text).with("contains", Schema.constant(.string(Enrollment.type)).json)),
        .required("customer", .component(.customerReference)),
        .required("description", .text(in: 1...TextLimit.description)),
        .optional("statement_description", .text(in: 0...TextLimit.description).orNull),
        .optional("external_id", externalID),
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
        .required("payment_method_details", methodDetails),
        .required("payment_method_information", methodInformation(fidoOptions: .component(.signOptions))),
        .required("failure_code", .reasonCode.orNull),
        .required("failure_message", .text.orNull),
        .required("provider", .text.orNull),
        .required("next_step", Schema(["type": "null"])),
        .required("last_error", Schema(["type": "null"])),
        .required("charges", .array(of: .component(.charge))),
        .required("metadata", .freeObject))

    static let methodType = constant(.string(Enrollment.type))

    static let methodDetails = answer(
        .required(
            Enrollment.type, .answer(.required("beneficiary_bank_account", .uuid), .required("enrollment", .uuid))))

    static func methodInformation(fidoOptions: Schema) -> Schema {
        answer(
            .required(
                Enrollment.type,
                .answer(
                    .required("provider", .constant("belvo")),
                    .required("consent_id", .text(matching: "^urn:[a-z0-9_]+:[0-9a-f-]{36}$")),
                    .required("fido_options", fidoOptions),
                    .required("end_to_end_id", .text(matching: "^E[0-9]{20}[A-Za-z0-9]{11}$")),
                    .required("external_payment_id", .uuid),
                    .required("provider_request_id", .uuid))))
    }

    /// Of intents of the redirect product, which the biometric flow has none of.
    static let completePaymentIntent = request(.required("confirm", .constant(true)))
}
