import ArgumentParser
import PixSimulator
import Sandbox

/// How the bank of Biometric Pix behaves.
struct BiometricPixOptions: ProviderOptions {
    static let name = "biometric-pix"
    static let databaseName = "sandbox.sqlite"

    @Option(
        help: .init(
            "What the bank makes of risk signals: observe refuses nothing. Default: observe.",
            valueName: "observe|strict"))
    var risk: String?

    @Option(help: .init("The bank takes so long for registration options. Default: 1s.", valueName: "time"))
    var optionsDelay: String?

    @Option(help: .init("The bank takes so long for a result. Default: 250ms.", valueName: "time"))
    var resultDelay: String?

    func provider(
        _ settings: Settings, _ checkout: CheckoutOptions, of sandbox: SandboxConfiguration
    ) throws(CommandError) -> any SandboxProvider {
        var configuration = PixSimulator.Configuration()
        configuration.sandbox = sandbox
        configuration.risk = try settings.choice(risk, "risk") ?? .observe
        if let delay = try settings.span(optionsDelay, "options-delay") {
            configuration.durations.optionsDelay = delay
        }
        if let delay = try settings.span(resultDelay, "result-delay") { configuration.durations.resultDelay = delay }
        return PixSimulator.provider(configuration)
    }
}
