import ArgumentParser
import CredentialStore
import SecurityKey
import SoftAuthenticator
import ToqueCrypto
import ToqueWebAuthn

/// Selects the authenticator of a ceremony.
struct AuthenticatorOptions: ParsableArguments {
    /// The authenticator in this process, or an external key.
    enum Choice: ExpressibleByArgument {
        case soft
        case key(KeyDevice)

        init?(argument: String) {
            if argument == "soft" {
                self = .soft
            } else if let device = KeyDevice(argument: argument) {
                self = .key(device)
            } else {
                return nil
            }
        }

        var defaultValueDescription: String {
            switch self {
            case .soft: "soft"
            case .key(let device): device.defaultValueDescription
            }
        }
    }

    @Option(
        help: .init(
            "Use this authenticator: soft (in this process), usb (a plugged-in key) or a key's path. Default: soft.",
            discussion: "Paths: /dev/hidrawN, and the /dev/pts/N or the socket of toque key serve.",
            valueName: "soft|usb|path"))
    var authenticator = Choice.soft

    @Option(
        help: .init(
            "Read the key's PIN from this file, one line. Default: ask on the terminal.", valueName: "file"),
        completion: .file())
    var pinFile: String?

    @Option(help: "Make soft imitate this class of device. Default: ios.")
    var profile: AuthenticatorProfile?

    @OptionGroup var store: StoreOptions
    @OptionGroup var gestures: GestureOptions

    @Option(help: .init("Make keys and IDs predictable: for tests only.", valueName: "text"))
    var seed: String?

    @OptionGroup(title: "Profile lab") var lab: LabOptions

    /// The given options that only the authenticator in this process uses.
    private var softOptions: [String] {
        let options: [(name: String, isGiven: Bool)] = [
            ("--profile", profile != nil), ("--store", store.store != nil), ("--key-file", store.keyFile != nil),
            ("--passphrase-file", store.passphraseFile != nil),
            ("--gesture", gestures.gesture != nil), ("--seed", seed != nil),
        ]
        return options.filter(\.isGiven).map(\.name) + lab.given
    }

    func validate() throws {
        switch authenticator {
        case .soft:
            guard pinFile == nil else {
                throw CommandError(
                    .conflictingOptions, at: "--pin-file", "requires --authenticator usb or a path",
                    hint: "pass --gesture to the software authenticator")
            }
            try lab.validate(for: profile ?? .ios)
        case .key:
            guard let option = softOptions.first else { return }
            throw CommandError(.conflictingOptions, at: option, "requires --authenticator soft: a key has its own")
        }
    }

    /// Answers for the person.
    /// - Throws: usage error if there is no one to ask: approval is never implicit.
    func interaction() throws -> any UserInteraction {
        switch authenticator {
        case .soft: try gestures.interaction()
        case .key: try KeyInteraction(pinFile: pinFile)
        }
    }

    /// The authenticator chosen by the options.
    /// - Parameter interaction: shows when a touch is needed.
    func make(_ interaction: any UserInteraction) async throws -> any Authenticator {
        switch authenticator {
        case .soft: try soft(try await store.open(.credentials))
        case .key(let device):
            InterruptibleKey(key: SecurityKey(location: try device.location(), interaction: interaction))
        }
    }

    /// Like `make`, with the device for risk signals: that of the store, if the authenticator has one.
    func make(
        _ interaction: any UserInteraction, in device: DeviceOptions
    ) async throws -> (authenticator: any Authenticator, device: DescribedDevice) {
        guard case .soft = authenticator else {
            return (try await make(interaction), try device.described(by: nil, seed: seed))
        }
        let store = try await store.open(.credentials)
        return (try soft(store), try device.described(by: store, seed: seed))
    }

    /// Runs ceremonies. If the authenticator in this process fails, the error suggests its options.
    func explaining<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as WebAuthnError {
            guard case .soft = authenticator, let hint = Self.softHint(for: error.name) else { throw error }
            throw CommandError(.ceremonyFailed, "\(error)", hint: hint)
        }
    }

    /// The options of the authenticator in this process that may fix the error.
    private static func softHint(for name: WebAuthnError.Name) -> String? {
        switch name {
        case .constraintError, .notSupportedError: "pass another --profile"
        case .invalidStateError: "pass another --store, as another device has"
        // The message of a NotAllowedError identifies which of its many reasons it is.
        case .abortError, .encodingError, .notAllowedError, .securityError, .syntaxError, .typeError, .unknownError: nil
        }
    }

    /// The authenticator in this process. Device profiles attest with built-in keys here; `lab` uses the store's own
    /// authority, like a served key.
    private func soft(_ storage: some CredentialStorage) throws -> SoftAuthenticator {
        let randomness = Randomness(seed: seed)
        let attestation: AttestationSource =
            profile == .lab && lab.attestation?.isSelf != true
            ? .authority(try randomness.attestationAuthority(of: storage)) : .selfSigned
        return SoftAuthenticator(
            profile: lab.applied(to: profile ?? .ios), storage: storage, random: randomness.source,
            attestation: attestation)
    }
}

extension AuthenticatorProfile: ExpressibleByArgument {
    public init?(argument: String) { self.init(name: argument) }
    public var defaultValueDescription: String { name }
    public static var allValueStrings: [String] { all.map(\.name) }
    public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
