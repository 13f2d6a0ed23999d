import CheckoutContracts

/// Checkout's messages about sessions and attempts, in a session's language.
struct PlacetoPayTexts: Sendable {
    let created: String
    let canceled: String
    let open: String
    let processing: String
    let approved: String
    let rejected: String
    let partlyPaid: String
    let partialExpired: String
    let declined: String
    let insufficientFunds: String
    let overLimit: String
    let tooManyUses: String
    let expired: String

    func message(of state: PlacetoPayState) -> String {
        switch state {
        case .open: open
        case .processing: processing
        case .partlyPaid, .processingRest: partlyPaid
        case .approved: approved
        case .rejected: rejected
        case .partialExpired: partialExpired
        }
    }

    func message(ofAttempt reason: PlacetoPayCode) -> String {
        switch reason {
        case .pending: processing
        case .approved: approved
        case .insufficientFunds: insufficientFunds
        case .overLimit: overLimit
        case .tooManyUses: tooManyUses
        case .expired: expired
        default: declined
        }
    }

    /// English for English locales, otherwise Spanish.
    static func of(locale: String?) -> PlacetoPayTexts { locale?.hasPrefix("en_") ?? false ? english : spanish }

    private static let spanish = PlacetoPayTexts(
        created: "La sesión fue creada", canceled: "La sesión fue cancelada", open: "La sesión espera el pago",
        processing: "El banco procesa el pago", approved: "El pago fue aprobado", rejected: "La sesión fue rechazada",
        partlyPaid: "El pago fue aprobado en parte", partialExpired: "La sesión terminó con una parte del pago",
        declined: "El banco rechazó el pago", insufficientFunds: "Los fondos no alcanzan",
        overLimit: "El monto supera el límite", tooManyUses: "La tarjeta se usó demasiadas veces",
        expired: "El tiempo de la sesión terminó")

    private static let english = PlacetoPayTexts(
        created: "The session was created", canceled: "The session was canceled",
        open: "The session waits for the payment", processing: "The bank processes the payment",
        approved: "The payment was approved", rejected: "The session was rejected",
        partlyPaid: "The payment was approved in part", partialExpired: "The session ended with a part paid",
        declined: "The bank declined the payment", insufficientFunds: "The account lacks the funds",
        overLimit: "The amount is above the limit", tooManyUses: "The card was used too often",
        expired: "The session's time is over")
}
