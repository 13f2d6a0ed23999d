import APIClient
import ArgumentParser
import PhonePages
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

    /// Pages beside the provider's endpoints; nil if it has none.
    /// - Parameters:
    ///   - sandbox: the complete settings.
    ///   - transport: for the pages' own requests.
    func phones(
        _ settings: Settings, of sandbox: SandboxConfiguration, by transport: any HTTPTransport
    ) throws(CommandError) -> PhonePages?

    /// Explains an error of this provider alone with which the sandbox did not start; nil for any other.
    func explained(_ error: any Error) -> CommandError?
}

extension ProviderOptions {
    static var databaseName: String { "sandbox-\(name).sqlite" }

    func phones(
        _ settings: Settings, of sandbox: SandboxConfiguration, by transport: any HTTPTransport
    ) throws(CommandError) -> PhonePages? { nil }

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

    @Option(
        help: .init("Simulate this provider. Default: biometric-pix.", valueName: "name"),
        // Not a list: that would be a part of what it is made from.
        completion: .custom { _, _, _ in names })
    var provider: String?

    /// The named provider, or else the first.
    /// - Throws: status 2 for an unknown name, and for `--device-page` with a provider that has no phone.
    func chosen(_ settings: Settings) throws(CommandError) -> any ProviderOptions {
        let chosen = try named(settings)
        if !(chosen is BiometricPixOptions), biometricPix.devicePage {
            throw CommandError(
                .conflictingOptions, at: "--device-page", "requires --provider \(BiometricPixOptions.name)")
        }
        return chosen
    }

    private func named(_ settings: Settings) throws(CommandError) -> any ProviderOptions {
        let names = Self.names
        let index = try settings.value(provider, "provider", expected: "one of " + names.joined(separator: ", ")) {
            names.firstIndex(of: $0)
        }
        return options[index ?? 0]
    }

    private var options: [any ProviderOptions] {
        Mirror(reflecting: self).children.compactMap { ($0.value as? any ProviderGroup)?.options }
    }

    /// Every provider, with its defaults.
    static func all() throws -> [any SandboxProvider] {
        let (providers, settings) = (try parse([]), Settings { _ in nil })
        return try providers.options.map { options in
            try options.provider(settings, providers.checkout, of: SandboxConfiguration())
        }
    }

    private static let names: [String] = Mirror(reflecting: Providers()).children.compactMap {
        ($0.value as? any ProviderGroup).map { type(of: $0).name }
    }
}

/// A row of `Providers`.
private protocol ProviderGroup {
    static var name: String { get }
    var options: any ProviderOptions { get }
}

extension OptionGroup: ProviderGroup where Value: ProviderOptions {
    fileprivate static var name: String { Value.name }
    fileprivate var options: any ProviderOptions { wrappedValue }
}
