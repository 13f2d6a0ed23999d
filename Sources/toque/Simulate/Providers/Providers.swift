import ArgumentParser
import Sandbox

/// A provider of `toque simulate`, with its own options.
protocol ProviderOptions: ParsableArguments {
    /// The name in `SandboxProvider`.
    static var name: String { get }
    /// The default database file, in the user's state folder.
    static var databaseName: String { get }

    /// Creates the provider with these options.
    /// - Parameters:
    ///   - checkout: the common options of checkout providers.
    ///   - sandbox: the settings of every provider.
    func provider(
        _ settings: Settings, _ checkout: CheckoutOptions, of sandbox: SandboxConfiguration
    ) throws(CommandError) -> any SandboxProvider

    /// Explains an error of this provider alone with which the sandbox did not start; nil for any other.
    func explained(_ error: any Error) -> CommandError?
}

extension ProviderOptions {
    static var databaseName: String { "sandbox-\(name).sqlite" }

    func explained(_ error: any Error) -> CommandError? { nil }
}

/// The providers of `toque simulate`, one line each, the default first.
struct Providers: ParsableArguments {
    @OptionGroup(title: "Biometric Pix") var biometricPix: BiometricPixOptions
    @OptionGroup(title: "Checkout providers") var checkout: CheckoutOptions
    @OptionGroup(title: "Yuno") var yuno: YunoOptions
    @OptionGroup(title: "ecommpay") var ecommpay: EcommpayOptions
    @OptionGroup(title: "PlacetoPay") var placetopay: PlacetoPayOptions
    @OptionGroup(title: "TakeMe") var takeMe: TakeMeOptions

    @Option(help: .init("Simulate this provider. Default: biometric-pix.", valueName: "name"))
    var provider: String?

    /// The named provider, or else the first.
    func chosen(_ settings: Settings) throws(CommandError) -> any ProviderOptions {
        let all = Mirror(reflecting: self).children.compactMap { ($0.value as? any ProviderGroup)?.options }
        let names = all.map { type(of: $0).name }
        let index = try settings.value(provider, "provider", expected: "one of " + names.joined(separator: ", ")) {
            names.firstIndex(of: $0)
        }
        return all[index ?? 0]
    }
}

/// A row of `Providers`.
private protocol ProviderGroup {
    var options: any ProviderOptions { get }
}

extension OptionGroup: ProviderGroup where Value: ProviderOptions {
    fileprivate var options: any ProviderOptions { wrappedValue }
}
