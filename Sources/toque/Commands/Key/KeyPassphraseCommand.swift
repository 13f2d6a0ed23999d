import ArgumentParser
import CredentialStore
import SoftAuthenticator
import ToqueCrypto

struct KeyPassphraseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passphrase",
        abstract: "Seal the key file of a store under a passphrase.",
        discussion: """
            A store's private keys are sealed under its key file. With a passphrase the file alone opens nothing: every \
            command that uses the store asks for it, which takes some tenths of a second (scrypt).

            Example: toque key passphrase set
            """,
        subcommands: [KeyPassphraseSetCommand.self, KeyPassphraseRemoveCommand.self])
}

/// Which store's key file is meant.
struct PassphraseOptions: ParsableArguments {
    @OptionGroup var store: StoreOptions

    @Flag(help: "Of the store of `--authenticator soft` in the place of a served key's.")
    var credentials = false

    var place: StoreOptions.Place { credentials ? .credentials : .key }

    /// Its key file, there or not.
    func keyPath() throws -> String { try store.keyPath(place) }

    /// The passphrase that it has; nil where it has none.
    func present() async throws -> StorePassphrase.Source? {
        let keyPath = try keyPath()
        guard try StorePassphrase.isSet(keyPath) else {
            try store.refusePassphrase(of: keyPath)
            return nil
        }
        let passphrase = try await store.presentPassphrase()
        return { passphrase.duplicate() }
    }
}

struct KeyPassphraseSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set or change the passphrase.",
        discussion: "Example: toque key passphrase set --new-passphrase-file new")

    @OptionGroup var options: PassphraseOptions

    @Option(
        help: .init(
            "The file that holds the new passphrase, on one line. Without it the terminal asks.", valueName: "file"),
        completion: .file())
    var newPassphraseFile: String?

    func run() async throws {
        CoreDumps.switchOff()
        let present = try await options.present()
        let new = try await SecretPrompt.new(
            "passphrase", plural: "passphrases", file: newPassphraseFile, option: "--new-passphrase-file")
        try options.store.prepare(options.place)
        try StorePassphrase.set(new, on: try options.keyPath(), present: present)
        Console.standard.progress("The passphrase is \(present == nil ? "set" : "changed").")
    }
}

struct KeyPassphraseRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Take the passphrase away.",
        discussion: "Example: toque key passphrase remove")

    @OptionGroup var options: PassphraseOptions

    func run() async throws {
        CoreDumps.switchOff()
        guard let present = try await options.present() else {
            throw CommandError(.failed, "\(try options.keyPath()) has no passphrase")
        }
        try StorePassphrase.remove(from: try options.keyPath(), present: present)
        Console.standard.progress("The passphrase is removed: the key file alone opens the store.")
    }
}
