/// The events of a payment intent. In capitals: the regulator's reasons for a rejection.
enum PaymentIntentEvent: String, Sendable, Hashable, CaseIterable {
    // The device
    case assertionReceived = "assertion_received"

    // The bank
    case settled
    case assertionRefused = "assertion_refused"
    /// Refused by the risk policy or by the bank's own checks (RISCO).
    case securityRefused = "security_refused"
    /// The enrollment ended while the payment was pending (STATUS_VINCULO_INVALIDO).
    case enrollmentInactive = "enrollment_inactive"
    /// SALDO_INSUFICIENTE.
    case insufficientFunds = "insufficient_funds"
    /// VALOR_ACIMA_LIMITE.
    case amountOverLimit = "amount_over_limit"
    /// CONTA_NAO_PERMITE_PAGAMENTO.
    case accountNotAllowed = "account_not_allowed"
    case bankUserMismatch = "bank_user_mismatch"
    case beneficiaryAccountBlocked = "beneficiary_account_blocked"
    case beneficiaryAccountClosed = "beneficiary_account_closed"
    case beneficiaryAccountError = "beneficiary_account_error"
    case beneficiaryBankRevoked = "beneficiary_bank_revoked_authorization"
    case fraudSuspected = "fraud_suspected"
    /// PAGAMENTO_RECUSADO_SPI.
    case settlementFailed = "charge_settlement_failed"
    /// REJEITADO_USUARIO.
    case rejectedByUser = "rejected_by_user"
    /// TEMPO_EXPIRADO_CONSUMO: the authorization was not used in time.
    case authorizationExpired = "authorization_expired"
    /// FALHA_INFRAESTRUTURA.
    case institutionFailed = "institution_failed"
    case failedUnexpectedly = "failed_unexpectedly"

    // Clocks
    /// TEMPO_EXPIRADO_AUTORIZACAO.
    case consentExpired = "consent_expired"
    case resultTimedOut = "result_timed_out"
}
