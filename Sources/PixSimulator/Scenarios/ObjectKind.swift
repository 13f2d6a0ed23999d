/// The objects that play a scenario. Charges and transactions follow their payment intent.
enum ObjectKind: String, Sendable, Hashable, CaseIterable {
    case enrollment
    case paymentIntent = "payment_intent"
}
