import ArgumentParser
import CheckoutSimulator

/// What the providers have in common whose payments a person approves.
struct CheckoutOptions: ParsableArguments {
    @Option(
        help: .init(
            "How the payer approves at a checkout provider's page. Default: passkey.", valueName: "passkey|button"))
    var authorization: String?

    func payerAuthorization(_ settings: Settings) throws(CommandError) -> PayerAuthorization {
        try settings.choice(authorization, "authorization") ?? .passkey
    }
}
