import ArgumentParser
import CredentialStore
import Glibc
import RiskSignals
import SoftAuthenticator
import ToqueCrypto

/// Where credentials are kept.
struct StoreOptions: ParsableArguments {
    /// Stores that have a place of their own.
    enum Place: String {
        /// Of the authenticator in this process.
        case credentials
        /// Of a key that is shown as a device: whoever resets that key must not erase the other store.
        case key
    }

    @Option(
        help: .init(
            "The credential store.",
            discussion: "Default: credentials.sqlite, of a key that is served key.sqlite, under $XDG_DATA_HOME/toque.",
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
            "The file that holds the passphrase of the key file, on one line.",
            discussion: "Also TOQUE_PASSPHRASE_FILE. Without it the terminal asks, where one is set.",
            valueName: "file"),
        completion: .file())
    var passphraseFile: String?

    /// Opens the store, or makes it. A crash from then on leaves no image of the opened keys.
    func open(_ place: Place) async throws -> SQLiteCredentialStore {
        CoreDumps.switchOff()
        let keyPath = try keyPath(place)
        guard try StorePassphrase.isSet(keyPath) else {
            try refusePassphrase(of: keyPath)
            return try SQLiteCredentialStore(path: try path(place), keyPath: keyPath)
        }
        let passphrase = try await presentPassphrase()
        return try SQLiteCredentialStore(path: try path(place), keyPath: keyPath) { passphrase.duplicate() }
    }

    /// Makes the store where neither it nor its key file is there, so that it has a key file from the first.
    func prepare(_ place: Place) throws {
        guard try access(path(place), F_OK) != 0, try access(keyPath(place), F_OK) != 0 else { return }
        try SQLiteCredentialStore(path: path(place), keyPath: keyPath(place)).close()
    }

    func keyPath(_ place: Place) throws -> String { try keyFile ?? path(place) + ".key" }

    private func path(_ place: Place) throws -> String {
        if let store { return store }
        let path = try SQLiteCredentialStore.defaultPath(environment: DeviceRoot.machine.environment)
        guard place != .credentials, let slash = path.lastIndex(of: "/") else { return path }
        return "\(path[...slash])\(place.rawValue).sqlite"
    }

    /// Who names a passphrase takes the store for sealed under it.
    /// - Throws: status 1 where a file that holds it was named on the command line; one that the environment names may
    ///   be of another store, and is told of.
    func refusePassphrase(of keyPath: String) throws(CommandError) {
        let lack = "\(keyPath) has no passphrase"
        guard passphraseFile == nil else {
            throw CommandError(
                .failed, "--passphrase-file: \(lack)", try: "toque key passphrase set --new-passphrase-file FILE")
        }
        if let file = environment("TOQUE_PASSPHRASE_FILE"), !file.isEmpty {
            Console.standard.progress("TOQUE_PASSPHRASE_FILE is of no use: \(lack).")
        }
    }

    /// The passphrase that the key file is sealed under: from the file that holds it, else from the terminal.
    /// - Throws: status 1 where nobody gives it.
    func presentPassphrase() async throws(CommandError) -> SecretBytes {
        if let file = passphraseFile ?? environment("TOQUE_PASSPHRASE_FILE"), !file.isEmpty {
            return try SecretFile.line(of: file, holding: "the passphrase")
        }
        return try await SecretPrompt.ask("Passphrase of the key file", for: "passphrase", option: "--passphrase-file")
    }
}

/// What the system writes to a disk of a process that crashes.
enum CoreDumps {
    /// Switches them off for this process and what it starts: its memory has keys that are sealed on the disk.
    static func switchOff() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        // A limit can always be lowered.
        _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }
}

/// Which of the stores is meant.
struct StorePlaceOptions: ParsableArguments {
    @OptionGroup var store: StoreOptions

    @Flag(help: "Use the store of `--authenticator soft`. Default: the store of a served key.")
    var credentials = false

    var place: StoreOptions.Place { credentials ? .credentials : .key }

    /// Its key file, there or not.
    func keyPath() throws -> String { try store.keyPath(place) }
}
