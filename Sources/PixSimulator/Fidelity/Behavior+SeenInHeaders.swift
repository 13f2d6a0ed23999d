import SandboxKit

extension Behavior {
    static let seenInHeaders = [
        Behavior(
            seen: "list-envelope", "`count`, `next`, `previous`, `results`.", "the envelope of lists", "every list"),
        Behavior(
            seen: "institution-shape", "The members of an institution.", "the type of an institution",
            "GET institutions"),
        Behavior(
            seen: "customer-in-payload", "`customer` may be an object with an `identifier`.", "the type of a customer",
            "POST enrollments, POST payment-intents"),
        Behavior(
            seen: "bank-account-by-id", "One account can be asked for.", "getBankAccount(bankAccountId:)",
            "GET bank-accounts/{id}"),
        Behavior(
            seen: "bank-account-shape", "The members of an account.", "the type of a bank account", "bank-accounts"),
        Behavior(
            seen: "reason-members", "The list of an enrollment's reasons.", "the enumeration of reasons", "enrollments"),
        Behavior(
            seen: "payment-intent-shape", "The members of a payment intent.", "the type of a payment intent",
            "payment-intents"),
        Behavior(
            seen: "payment-intent-list", "The list and its filters.", "listPaymentIntents(queryParameters:)",
            "GET payment-intents"),
        Behavior(seen: "charge-shape", "The members of a charge.", "the type of a charge", "charges"),
        Behavior(
            seen: "authorize-platform", "`platform` next to the assertion; optional.",
            "the payload of authorizePaymentIntent", "authorize"),
        Behavior(
            seen: "null-user-handle", "`userHandle` may be null or empty.", "the payload of authorizePaymentIntent",
            "authorize"),
        Behavior(
            seen: "token-claims", "The claims of an access token.", "TokenRepository", "POST payments/api/widget-token"),
    ]
}
