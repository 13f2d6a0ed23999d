import ArgumentParser
import CheckoutSimulator
import Sandbox

/// How the simulated ecommpay behaves.
struct EcommpayOptions: ProviderOptions {
    static let name = "ecommpay"

    @Option(
        help: .init(
            "The providers behind ecommpay take so long for a result. Default: 250ms.", valueName: "time"))
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
