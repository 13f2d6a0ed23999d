import ArgumentParser
import SecurityKey
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

    @OptionGroup var soft: SoftAuthenticatorOptions

    func validate() throws {
        switch authenticator {
        case .soft:
            guard pinFile == nil else {
                throw ValidationError("--pin-file goes with --authenticator usb or a path; soft has --gesture")
            }
        case .key:
            guard let option = soft.given.first else { return }
            throw ValidationError("\(option) goes with --authenticator soft alone: a key has its own")
        }
    }

    /// Who answers for the person.
    /// - Throws: usage where nobody could: a silent approval is never given.
    func interaction() throws -> any UserInteraction {
        switch authenticator {
        case .soft: try soft.gestures.interaction()
        case .key: try KeyInteraction(pinFile: pinFile)
        }
    }

    /// The authenticator as the options say.
    /// - Parameter interaction: is shown which touch is awaited.
    func make(_ interaction: any UserInteraction) throws -> any Authenticator {
        switch authenticator {
        case .soft: try soft.make()
        case .key(let device):
            InterruptibleKey(key: SecurityKey(location: try device.location(), interaction: interaction))
        }
    }

    /// Runs ceremonies; where the authenticator in this process fails, the error says which of its options to try.
    func explaining<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as WebAuthnError {
            guard case .soft = authenticator, let hint = SoftAuthenticatorOptions.hint(for: error.name) else {
                throw error
            }
            throw CommandError(.failed, "\(error)", try: hint)
        }
    }
}
