import PixAPI
import Sandbox
import SandboxKit

extension PixProvider {
    /// The life of an enrollment and of a payment as a test: the device, the account holder and the backend.
    static let testGuide = TestGuide(
        subjects: [
            .init(
                kind: EnrollmentRecord.kind, variable: "enrollment", path: "/enrollments/{id}/",
                reason: "status_reason_code", substitute: "toque_device.enroll()"),
            .init(
                kind: PaymentIntentRecord.kind, variable: "payment", path: "/payment-intents/{id}/",
                reason: "failure_code"),
        ],
        steps: [
            .init("POST", "enrollments", as: "enrollment", members: ["details.risk_signals": signals]),
            .init("POST", "enrollments/complete-redirection", body: "approval.body"),
            .init("GET", "enrollments/{id}/fido-registration-options", as: "options"),
            .init("POST", "enrollments/{id}/confirm", body: "toque_device.register(options)"),
            .init("POST", "payment-intents", as: "payment", members: ["risk_signals": signals]),
            .init("PATCH", "payment-intents/{id}", as: "payment", members: ["risk_signals": signals]),
            .init(
                "POST", "payment-intents/{id}/authorize",
                body: #"toque_device.sign({object}["payment_method_information"]["\#(method)"]["fido_options"])"#,
                members: ["risk_signals": signals]),
            .init("POST", "customers", as: "customer"),
            .init("POST", "bank-accounts", as: "account"),
        ],
        acts: [
            "approve": #"approval = toque_device.approve({object}["details"]["redirect_url"], deliver=False)"#,
            "decline":
                #"approval = toque_device.decline({object}["details"]["redirect_url"], error="{error}", deliver=False)"#,
            "revoked": #"toque_sandbox.revoke({object}["id"])"#,
        ],
        decisions: Dictionary(
            uniqueKeysWithValues: Set(
                PixScenario.ofPayments.compactMap { PixScenario.paymentEvent(failureCode: $0.reason) }
            )
            .subtracting([.consentExpired, .resultTimedOut, .assertionRefused])
            .map { ($0.rawValue, #"toque_sandbox.decline({object}["id"], reason="{reason}")"#) }),
        seeds: [
            "TOQUE_CUSTOMER": "toque_sandbox.customer", "TOQUE_INSTITUTION": "toque_sandbox.institution",
            "TOQUE_BENEFICIARY_BANK_ACCOUNT": "toque_sandbox.beneficiary_bank_account",
        ],
        ceremonyReason: "biometric_validation_error")

    private static let signals = "toque_device.risk_signals()"
    private static let method = Enrollment.type
}
