import SandboxKit
import ToqueEncoding

/// A requirement of the provider's documents, which `--fidelity lenient` waives. This table is the only source: the
/// checks, the OpenAPI document and `docs/fidelity.md` follow from it.
struct FidelityRule: Sendable {
    enum Demand: Sendable {
        /// Bodies must declare this media type.
        case contentType(String)
        /// The body must have this member, not null, with this value if there is one.
        case member(String, of: Component, value: JSON? = nil)
        /// Optional risk signals must have the regulator's types.
        case signalTypes
        /// The list's query must have this parameter, not empty.
        case parameter(String, of: String)
    }

    let demand: Demand
    /// For `docs/fidelity.md`.
    let behavior: Behavior

    private init(
        _ id: String, _ summary: String, _ demand: Demand, _ source: Behavior.Source, _ section: String, _ place: String
    ) {
        self.demand = demand
        behavior = Behavior(id, summary, source, section, place)
    }

    static func rules(of fidelity: PixSimulator.Fidelity) -> [FidelityRule] {
        switch fidelity {
        case .strict: all
        case .lenient: []
        }
    }

    static let all: [FidelityRule] = [
        FidelityRule(
            "content-type",
            "Request bodies need `Content-Type: application/json`; otherwise 415 `unsupported_media_type`.",
            .contentType("application/json"), .enrollmentsReference, "media type of request bodies",
            "every request with a body"),
        FidelityRule(
            "callback-url", "`details.callback_url` is required; otherwise 400 `required`.",
            .member("details.callback_url", of: .createEnrollment), .guide, "create an enrollment", "POST enrollments"),
        FidelityRule(
            "risk-signal-types",
            "Risk signals that may be missing have the regulator's types, such as true or false for `isEmulated`; "
                + "otherwise 400 `invalid`.",
            .signalTypes, .regulator, "RiskSignals", "POST enrollments, authorize"),
        FidelityRule(
            "device-id", "`device_id` is required in the query; otherwise 400 `required`.",
            .parameter("device_id", of: "listEnrollments"), .guide, "list enrollments", "GET enrollments"),
        FidelityRule(
            "attachment-of-registration",
            "`confirmation_data.authenticatorAttachment` is `platform`; otherwise 400 `required` or `invalid`.",
            .member("confirmation_data.authenticatorAttachment", of: .confirmEnrollment, value: "platform"), .guide,
            "confirm", "confirm"),
        FidelityRule(
            "statement-description",
            "`statement_description` is required, though newer SDKs do not send it; otherwise 400 `required`.",
            .member("statement_description", of: .createPaymentIntent), .guide, "create a payment intent",
            "POST payment-intents"),
        FidelityRule(
            "attachment-of-assertion",
            "`assertion.authenticatorAttachment` is `platform`; otherwise 400 `required` or `invalid`.",
            .member("assertion.authenticatorAttachment", of: .authorizePaymentIntent, value: "platform"), .guide,
            "authorize", "authorize"),
    ]
}
