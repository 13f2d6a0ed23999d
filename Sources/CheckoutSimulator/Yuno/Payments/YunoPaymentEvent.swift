/// The events of a payment.
enum YunoPaymentEvent: String, Sendable, Hashable, CaseIterable {
    // The device
    case sheetShown = "sheet_shown"

    // The person
    case personApproved = "person_approved"
    case personDeclined = "person_declined"
    /// The relying party refused the person's assertion.
    case authenticationFailed = "authentication_failed"

    // The other side
    case approved
    case authorized
    case verified
    case insufficientFunds = "insufficient_funds"
    case declinedByBank = "declined_by_bank"
    case doNotHonor = "do_not_honor"
    case invalidSecurityCode = "invalid_security_code"
    case expiredCard = "expired_card"
    case fraudDeclined = "fraud_declined"
    case rejected
    case fraud
    case failed

    // The merchant
    case captured
    case partiallyCaptured = "partially_captured"
    case canceled
    case refunded
    case partiallyRefunded = "partially_refunded"

    // Clocks
    case codeExpired = "code_expired"
    case challengeExpired = "challenge_expired"
    case redirectExpired = "redirect_expired"
    case providerSilent = "provider_silent"
    case authorizationExpired = "authorization_expired"
}
