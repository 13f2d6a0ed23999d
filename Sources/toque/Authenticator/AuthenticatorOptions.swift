import ArgumentParser
import CredentialStore
import SecurityKey
import SoftAuthenticator
import ToqueCrypto
import ToqueWebAuthn

/// Which authenticator does a ceremony.
struct AuthenticatorOptions: ParsableArguments {
    /// The authenticator in this process, or a key outside of it.
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
            "The authenticator: soft, the one in this process; usb, a key that is plugged in; or the path of a key.",
            discussion: "A path is /dev/hidrawN, the /dev/pts/N or the socket of toque key serve.",
            valueName: "soft|usb|path"))
    var authenticator = Choice.soft

    @Option(
        help: .init(
            "The file that holds the key's PIN, on one line. Without it the terminal asks.", valueName: "file"),
        completion: .file())
    var pinFile: String?

    @Option(help: "The class of device that soft imitates. Default: ios.")
    var profile: AuthenticatorProfile?

    @OptionGroup var store: StoreOptions
    @OptionGroup var gestures: GestureOptions

    @Option(help: .init("Make keys and ids reproducible. They are no secrets then.", valueName: "text"))
    var seed: String?

    @OptionGroup(title: "Profile lab") var lab: LabOptions

    /// What was given that only the authenticator in this process has a use for.
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
                throw ValidationError("--pin-file goes with --authenticator usb or a path; soft has --gesture")
            }
            try lab.validate(for: profile ?? .ios)
        case .key:
            guard let option = softOptions.first else { return }
            throw ValidationError("\(option) goes with --authenticator soft alone: a key has its own")
        }
    }

    /// Who answers for the person.
    /// - Throws: usage where nobody could: a silent approval is never given.
    func interaction() throws -> any UserInteraction {
        switch authenticator {
        case .soft: try gestures.interaction()
        case .key: try KeyInteraction(pinFile: pinFile)
        }
    }

    /// The authenticator as the options say.
    /// - Parameter interaction: is shown which touch is awaited.
    func make(_ interaction: any UserInteraction) async throws -> any Authenticator {
        switch authenticator {
        case .soft: try soft(try await store.open(.credentials))
        case .key(let device):
            InterruptibleKey(key: SecurityKey(location: try device.location(), interaction: interaction))
        }
    }

    /// As `make`, with the device whose signals are sent: that of the store, where the authenticator has one.
    func make(
        _ interaction: any UserInteraction, in device: DeviceOptions
    ) async throws -> (authenticator: any Authenticator, device: DescribedDevice) {
        guard case .soft = authenticator else {
            return (try await make(interaction), try device.described(by: nil, seed: seed))
        }
        let store = try await store.open(.credentials)
        return (try soft(store), try device.described(by: store, seed: seed))
    }

    /// Runs ceremonies; where the authenticator in this process fails, the error says which of its options to try.
    func explaining<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as WebAuthnError {
            guard case .soft = authenticator, let hint = Self.softHint(for: error.name) else { throw error }
            throw CommandError(.failed, "\(error)", try: hint)
        }
    }

    /// What another option of the authenticator in this process may fix.
    private static func softHint(for name: WebAuthnError.Name) -> String? {
        switch name {
        case .constraintError, .notSupportedError: "another --profile"
        case .invalidStateError: "another --store, as another device has"
        // The message of a NotAllowedError says which of its many reasons it is.
        case .abortError, .encodingError, .notAllowedError, .securityError, .syntaxError, .typeError, .unknownError: nil
        }
    }

    /// The authenticator in this process. A profile of a device attests by itself here; `lab` leads to the store's own
    /// authority, as a served key does.
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
}
