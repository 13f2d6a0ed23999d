import ArgumentParser
import CheckoutSimulator
import Sandbox

/// How the simulated TakeMe behaves.
struct TakeMeOptions: ProviderOptions {
    static let name = "takeme"

    func provider(
        _ settings: Settings, _ checkout: CheckoutOptions, of sandbox: SandboxConfiguration
    ) throws(CommandError) -> any SandboxProvider {
        TakeMeProvider(authorization: try checkout.payerAuthorization(settings), scenario: sandbox.scenario)
    }
}
