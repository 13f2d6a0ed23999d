import PixAPI
import Sandbox

/// Exact amounts in reais that choose a payment's scenario. Other amounts are ordinary.
enum MagicAmounts {
    static let table: [(amount: String, scenario: String)] = [
        ("9000.01", "payment.insufficient_funds"),
        ("9000.02", "payment.amount_over_limit"),
        ("9000.03", "payment.account_not_allowed"),
        ("9000.04", "payment.bank_user_mismatch"),
        ("9000.05", "payment.beneficiary_account_blocked"),
        ("9000.06", "payment.beneficiary_account_closed"),
        ("9000.07", "payment.beneficiary_account_error"),
        ("9000.08", "payment.beneficiary_bank_revoked_authorization"),
        ("9000.09", "payment.authorization_expired"),
        ("9000.10", "payment.charge_settlement_failed"),
        ("9000.11", "payment.fraud_suspected"),
        ("9000.12", "payment.rejected_by_user"),
        ("9000.13", "payment.biometric_validation_error"),
        ("9000.14", "payment.blocked_by_institution_security_policy"),
        ("9000.15", "payment.enrollment_not_authorised"),
        ("9000.16", "payment.institution_infra_failed"),
        ("9000.17", "payment.unexpected"),
        ("9000.18", "payment.consent_expired"),
        ("9000.50", "slow"),
        ("9000.51", "never_answers"),
        ("9000.52", "institution_down"),
        ("9000.53", "connection_reset"),
        ("9000.54", "truncated_body"),
        ("9000.55", "duplicate_webhooks"),
        ("9000.56", "reordered_webhooks"),
        ("9000.57", "unavailable:2"),
    ]

    static let values = table.map { MagicValue($0.amount, scenario: $0.scenario) }

    /// nil for an ordinary amount.
    static func scenario(of amount: Amount) -> String? { values.scenario(of: amount.description) }
}
