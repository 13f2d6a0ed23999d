import PixAPI
import SandboxKit
import ToqueEncoding

extension Schema {
    static let createEnrollment = request(
        .required("type", .constant(.string(Enrollment.type))),
        .optional("external_id", externalID),
        .required(
            "details",
            .any(
                of: details(of: [.ios, .android], signals: .phoneRiskSignals),
                details(of: [.browser, .crossPlatform], signals: .riskSignals))))

    private static func details(of platforms: [Platform], signals: Component) -> Schema {
        .request(
            .required("customer", .component(.customerReference)),
            .required("institution", .uuid),
            .optional("name", .text(in: 0...TextLimit.name).orNull.about("For people")),
            .required("platform", .choice(platforms.map(\.rawValue))),
            .optional(
                "callback_url",
                .url.with("maxLength", .int(EndpointURL.limit)).orNull
                    .about("https, or http on the loopback interface")),
            .required("risk_signals", .component(signals)))
    }

    /// What came back on the callback URL.
    static let completeRedirection = any(
        of: .request(
            .required("state", parameter), .required("code", parameter), .required("id_token", parameter),
            .optional("error", Schema(["type": "null"]))),
        .request(
            .required("state", parameter), .required("error", parameter),
            .optional("error_description", .text(in: 0...TextLimit.parameter).orNull)))

    private static let parameter = text(in: 1...TextLimit.parameter)

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
        .optional("payer_information", payerInformation))

    static let payerInformation = answer(
        .required(
            "bank_account",
            .answer(
                .required("institution_id", .uuid),
                .required("agency", .text),
                .required("number", .text(matching: #"^\*+[0-9]+$"#).about("Masked")),
                .required("account_type", .text))))
}
