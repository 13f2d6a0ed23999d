import SandboxKit

/// The payer side's behavior beyond the providers' documents, for each provider's fidelity page.
package enum PayerFidelity {
    package static let page = Behavior(
        assumed: "payer-page",
        "A page with the payee, the amount and the reference stands for the payer's bank, issuer or wallet. A passkey "
            + "signs what it shows, once.",
        why: "Each bank, issuer or wallet asks in its own way.", place: "the pages of the payer")
    package static let cardData = Behavior(
        assumed: "card-data",
        "A request with a possible card number or security code is refused with 400. Test tokens stand for instruments.",
        why: "A sandbox has no use for card data.", place: "every request")

    package static let all = [page, cardData]
}
