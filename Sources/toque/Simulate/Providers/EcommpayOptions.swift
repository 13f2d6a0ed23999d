import ArgumentParser
import CheckoutSimulator
import Sandbox

/// How the simulated ecommpay behaves.
struct EcommpayOptions: ProviderOptions {
    static let name = "ecommpay"

    func provider(
        _ settings: Settings, _ checkout: CheckoutOptions, of sandbox: SandboxConfiguration
    ) throws(CommandError) -> any SandboxProvider {
        var configuration = EcommpaySimulator.Configuration()
        configuration.authorization = try checkout.payerAuthorization(settings)
        configuration.scenario = sandbox.scenario
        return EcommpaySimulator.provider(configuration)
    }
}
