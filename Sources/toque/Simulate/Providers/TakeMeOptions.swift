import ArgumentParser
import CheckoutSimulator
import Sandbox

/// The behavior of the simulated TakeMe.
struct TakeMeOptions: ProviderOptions {
    static let name = "takeme"

    func provider(
        _ settings: Settings, _ checkout: CheckoutOptions, of sandbox: SandboxConfiguration
    ) throws(CommandError) -> any SandboxProvider {
        TakeMeProvider(authorization: try checkout.payerAuthorization(settings), scenario: sandbox.scenario)
    }
}
