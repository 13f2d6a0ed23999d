import ArgumentParser
import CheckoutSimulator
import Sandbox

/// Yuno has no options of its own.
struct YunoOptions: ProviderOptions {
    static let name = "yuno"

    func provider(
        _ settings: Settings, _ checkout: CheckoutOptions, of sandbox: SandboxConfiguration
    ) throws(CommandError) -> any SandboxProvider {
        YunoProvider(authorization: try checkout.payerAuthorization(settings), scenario: sandbox.scenario)
    }
}
