import ArgumentParser
import CheckoutSimulator

/// The common options of providers whose payments a person approves.
struct CheckoutOptions: ParsableArguments {
    @Option(
        help: .init(
            "Set how the payer approves on a checkout provider's page. Default: passkey.",
            valueName: "passkey|button"),
        completion: .list(["passkey", "button"]))
    var authorization: String?

    func payerAuthorization(_ settings: Settings) throws(CommandError) -> PayerAuthorization {
        try settings.choice(authorization, "authorization") ?? .passkey
    }
}
