import ArgumentParser
import Sandbox

/// A provider that `toque simulate` serves, with the options that it alone has.
protocol ProviderOptions: ParsableArguments {
    /// As `SandboxProvider` has it.
    static var name: String { get }
    /// The file, in the folder of the user's state, of a sandbox that is told none.
    static var databaseName: String { get }

    /// The provider as these options want it.
    /// - Parameters:
    ///   - checkout: what the checkout providers have in common.
    ///   - sandbox: what is set for any provider.
    func provider(
        _ settings: Settings, _ checkout: CheckoutOptions, of sandbox: SandboxConfiguration
    ) throws(CommandError) -> any SandboxProvider
}

extension ProviderOptions {
    static var databaseName: String { "sandbox-\(name).sqlite" }
}

/// The providers that `toque simulate` serves, a line each, the default first.
struct Providers: ParsableArguments {
    @OptionGroup(title: "Biometric Pix") var biometricPix: BiometricPixOptions
    @OptionGroup(title: "Checkout providers") var checkout: CheckoutOptions
    @OptionGroup(title: "Yuno") var yuno: YunoOptions
    @OptionGroup(title: "ecommpay") var ecommpay: EcommpayOptions
    @OptionGroup(title: "PlacetoPay") var placetopay: PlacetoPayOptions
    @OptionGroup(title: "TakeMe") var takeMe: TakeMeOptions

    @Option(help: .init("Simulate this provider. Default: biometric-pix.", valueName: "name"))
    var provider: String?

    /// The one that is named, else the first.
    func chosen(_ settings: Settings) throws(CommandError) -> any ProviderOptions {
        let all = Mirror(reflecting: self).children.compactMap { ($0.value as? any ProviderGroup)?.options }
        let names = all.map { type(of: $0).name }
        let index = try settings.value(provider, "provider", expected: names.joined(separator: ", ")) {
            names.firstIndex(of: $0)
        }
        return all[index ?? 0]
    }
}

/// A line of `Providers`.
private protocol ProviderGroup {
    var options: any ProviderOptions { get }
}

extension OptionGroup: ProviderGroup where Value: ProviderOptions {
    fileprivate var options: any ProviderOptions { wrappedValue }
}
