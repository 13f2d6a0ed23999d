import PixAPI

extension Schema {
    static let createEnrollment = request(
        .required("type", .constant(.string(Enrollment.type))),
        .optional("external_id", .text.orNull.about("The caller's own id")),
        .required(
            "details",
            .request(
                .required("customer", .component(.customerReference)),
                .required("institution", .uuid),
                .optional("name", .text.orNull.about("For people")),
                .required("platform", .choice(Platform.self)),
                .optional("callback_url", .url.orNull.about("https, or http on the loopback interface")),
                .required("risk_signals", .component(.riskSignals)))))

    /// What came back on the callback URL.
    static let completeRedirection = any(
        of: .request(
            .required("state", .text), .required("code", .text), .required("id_token", .text),
            .optional("error", Schema(["type": "null"]))),
        .request(
            .required("state", .text), .required("error", .text), .optional("error_description", .text.orNull)))

    static let enrollment = answer(
        .required("id", .uuid),
        .required("created_by", .uuid),
        .required("created_at", .timestamp),
        .required("updated_at", .timestamp),
        .required("external_id", .text.orNull),
        .required("type", .constant(.string(Enrollment.type))),
        .required("status", .choice(EnrollmentStatus.self)),
        .required("status_reason_code", .reasonCode.orNull),
        .required("status_reason_message", .text.orNull),
        .required("details", enrollmentDetails),
        .required("metadata", .freeObject))

    private static let enrollmentDetails = answer(
        .required("status", .choice(EnrollmentDetailsStatus.self)),
        .required("customer", .uuid),
        .required("institution", .uuid),
        .required("platform", .choice(Platform.self)),
        .required("name", .text.orNull),
        .required("callback_url", .url.orNull),
        .required("redirect_url", .url.orNull.about("The bank's page where the account holder decides")),
        .required("risk_signals", .constant(.string(EnrollmentDetails.mask))),
        .required("expires_at", .timestamp.orNull),
        .optional("payer_information", .answer(.required("bank_account", payerAccount))))

    private static let payerAccount = answer(
        .required("institution_id", .uuid),
        .required("agency", .text),
        .required("number", .text(matching: #"^\*+[0-9]+$"#)),
        .required("account_type", .text))
}
