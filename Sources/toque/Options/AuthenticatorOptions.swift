import ArgumentParser
import CredentialStore
import RiskSignals
import SoftAuthenticator
import ToqueCrypto
import ToqueWebAuthn
import WebAuthnClient

/// Which authenticator does a ceremony, and where it keeps its credentials.
struct AuthenticatorOptions: ParsableArguments {
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case soft
    }

    @Option(help: "The authenticator: soft is the one in this process.")
    var authenticator = Kind.soft

    @Option(help: "The class of device it imitates.")
    var profile = AuthenticatorProfile.ios

    @Option(
        help: .init(
            "The credential store.", discussion: "Default: toque/credentials.sqlite under $XDG_DATA_HOME.",
            valueName: "file"),
        completion: .file())
    var store: String?

    @Option(
        help: .init(
            "The key file that seals the store.", discussion: "Default: the store's name with .key.",
            valueName: "file"),
        completion: .file())
    var keyFile: String?

    @Option(
        help: .init(
            "What the person does, in order: approve, decline, timeout.",
            discussion: "Also TOQUE_GESTURE. Without it the terminal asks.", valueName: "gesture[,gesture...]"))
    var gesture: String?

    @Option(help: .init("Make keys and ids reproducible. They are no secrets then.", valueName: "text"))
    var seed: String?

    /// The authenticator as the options say.
    func make() throws -> SoftAuthenticator {
        let path = try store ?? SQLiteCredentialStore.defaultPath(environment: DeviceRoot.machine.environment)
        let storage = try SQLiteCredentialStore(path: path, keyPath: keyFile)
        return makeAuthenticator(storage)
    }

    /// The authenticator over another store, such as one in memory.
    func makeAuthenticator(_ storage: any CredentialStorage) -> SoftAuthenticator {
        SoftAuthenticator(profile: profile, storage: storage, random: random)
    }

    private var random: any RandomSource {
        seed.map { SeededRandom(seed: $0) } ?? SystemRandom()
    }

    /// Who answers for the person.
    /// - Throws: usage where nobody could: a silent approval is never given.
    func interaction() throws -> any UserInteraction {
        if let script = gesture ?? environment("TOQUE_GESTURE"), !script.isEmpty {
            do {
                return try ScriptedInteraction(parsing: script)
            } catch {
                throw CommandError(.usage, "\(gesture == nil ? "TOQUE_GESTURE" : "--gesture"): \(error)")
            }
        }
        guard Terminal.isInteractive else {
            throw CommandError(
                .usage, "nobody can be asked for a gesture here, as stdin is no terminal",
                try: "--gesture approve, or TOQUE_GESTURE=approve")
        }
        return TerminalInteraction(console: .standard)
    }
}

extension AuthenticatorProfile: ExpressibleByArgument {
    public init?(argument: String) { self.init(name: argument) }
    public var defaultValueDescription: String { name }
    public static var allValueStrings: [String] { all.map(\.name) }
}
