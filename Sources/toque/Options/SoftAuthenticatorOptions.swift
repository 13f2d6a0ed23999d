import ArgumentParser
import SoftAuthenticator
import ToqueCrypto
import ToqueWebAuthn

/// The authenticator in this process.
struct SoftAuthenticatorOptions: ParsableArguments {
    @Option(help: "The class of device it imitates. Default: ios.")
    var profile: AuthenticatorProfile?

    @OptionGroup var store: StoreOptions
    @OptionGroup var gestures: GestureOptions

    @Option(help: .init("Make keys and ids reproducible. They are no secrets then.", valueName: "text"))
    var seed: String?

    /// The options that were given, for those authenticators that have no use for them.
    var given: [String] {
        let options: [(String, Bool)] = [
            ("--profile", profile != nil), ("--store", store.store != nil), ("--key-file", store.keyFile != nil),
            ("--gesture", gestures.gesture != nil), ("--seed", seed != nil),
        ]
        return options.filter(\.1).map(\.0)
    }

    func make() throws -> SoftAuthenticator {
        SoftAuthenticator(profile: profile ?? .ios, storage: try store.open(.credentials), random: random)
    }

    /// What another option may mend.
    static func hint(for name: WebAuthnError.Name) -> String? {
        switch name {
        case .constraintError, .notSupportedError: "another --profile"
        case .invalidStateError: "another --store, as another device has"
        // The message of a NotAllowedError says which of its many reasons it is.
        case .abortError, .encodingError, .notAllowedError, .securityError, .syntaxError, .typeError, .unknownError: nil
        }
    }

    private var random: any RandomSource { seed.map { SeededRandom(seed: $0) } ?? SystemRandom() }
}

extension AuthenticatorProfile: ExpressibleByArgument {
    public init?(argument: String) { self.init(name: argument) }
    public var defaultValueDescription: String { name }
    public static var allValueStrings: [String] { all.map(\.name) }
}
