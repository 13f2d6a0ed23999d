import ArgumentParser
import CheckoutSimulator
import Sandbox

/// The behavior of the simulated ecommpay.
struct EcommpayOptions: ProviderOptions {
    static let name = "ecommpay"

    @Option(
        help: .init(
            "Delay results from the providers behind ecommpay for this long. Default: 250ms.", valueName: "time"))
    var paymentDelay: String?

    func provider(
        _ settings: Settings, _ checkout: CheckoutOptions, of sandbox: SandboxConfiguration
    ) throws(CommandError) -> any SandboxProvider {
        var configuration = EcommpaySimulator.Configuration()
        configuration.authorization = try checkout.payerAuthorization(settings)
        configuration.scenario = sandbox.scenario
        if let delay = try settings.span(paymentDelay, "payment-delay") { configuration.durations.result = delay }
        return EcommpaySimulator.provider(configuration)
    }
}
