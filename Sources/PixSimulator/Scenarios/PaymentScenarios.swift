extension PixScenario {
    /// One per failure code of a payment. Append only: the numbers of the institutions with these scenarios depend on
    /// it.
    static let ofPayments: [PixScenario] = [
        payment(
            "consent_expired", "The time to authorize the payment expires at once.",
            [.awaitingAssertion: .event(.consentExpired, after: .atOnce)]),
        payment("insufficient_funds", "The payer's account lacks the funds.", answer: .insufficientFunds),
        payment("amount_over_limit", "The amount is above the limit of the payer's account.", answer: .amountOverLimit),
        payment("account_not_allowed", "The payer's account allows no payments.", answer: .accountNotAllowed),
        payment("bank_user_mismatch", "The bank authenticated another person.", answer: .bankUserMismatch),
        payment(
            "beneficiary_account_blocked", "The beneficiary's account is blocked.", answer: .beneficiaryAccountBlocked),
        payment(
            "beneficiary_account_closed", "The beneficiary's account is closed.", answer: .beneficiaryAccountClosed),
        payment(
            "beneficiary_account_error", "The beneficiary's account gives an error.", answer: .beneficiaryAccountError),
        payment(
            "beneficiary_bank_revoked_authorization", "The beneficiary's bank revokes its authorization.",
            answer: .beneficiaryBankRevoked),
        payment(
            "authorization_expired", "The authorization expires unused.", answer: .authorizationExpired),
        payment("charge_settlement_failed", "The payment system does not settle.", answer: .settlementFailed),
        payment("fraud_suspected", "The bank suspects fraud.", answer: .fraudSuspected),
        payment("rejected_by_user", "The payer declines at the bank.", answer: .rejectedByUser),
        payment(
            "biometric_validation_error", "The bank refuses the assertion, although it is valid.",
            answer: .assertionRefused),
        payment(
            "blocked_by_institution_security_policy", "The bank's security policy refuses the payment.",
            answer: .securityRefused),
        payment("enrollment_not_authorised", "The bank treats the enrollment as ended.", answer: .enrollmentInactive),
        payment(
            "institution_infra_failed", "The bank breaks down after the authorization.", answer: .institutionFailed),
        payment("unexpected", "The payment fails for an unexpected reason.", answer: .failedUnexpectedly),
    ]
}
