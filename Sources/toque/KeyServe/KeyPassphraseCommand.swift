import ArgumentParser
import CredentialStore
import SoftAuthenticator
import ToqueCrypto

struct KeyPassphraseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passphrase",
        abstract: "Protect a store's key file with a passphrase.",
        discussion: """
            The key file seals the store's private keys. With a passphrase, the file alone opens nothing: every \
            command that uses the store needs the passphrase, which takes some tenths of a second (scrypt).

            Example: toque key passphrase set
            """,
        subcommands: [KeyPassphraseSetCommand.self, KeyPassphraseRemoveCommand.self])
}

extension StorePlaceOptions {
    /// The current passphrase of the key file; nil if it has none.
    fileprivate func present() async throws -> StorePassphrase.Source? {
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

    @OptionGroup var options: StorePlaceOptions

    @Option(
        help: .init(
            "Read the new passphrase from this file, one line. Default: ask on the terminal.", valueName: "file"),
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
        abstract: "Remove the passphrase.",
        discussion: "Example: toque key passphrase remove")

    @OptionGroup var options: StorePlaceOptions

    func run() async throws {
        CoreDumps.switchOff()
        guard let present = try await options.present() else {
            throw CommandError(.notFound, at: try options.keyPath(), "has no passphrase")
        }
        try StorePassphrase.remove(from: try options.keyPath(), present: present)
        Console.standard.progress("The passphrase is removed: the key file alone opens the store.")
    }
}
