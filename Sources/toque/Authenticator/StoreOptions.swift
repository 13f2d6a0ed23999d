import ArgumentParser
import CredentialStore
import Glibc
import RiskSignals
import SoftAuthenticator
import ToqueCrypto

/// The place of the credentials.
struct StoreOptions: ParsableArguments {
    /// Stores with default places.
    enum Place: String {
        /// For the authenticator in this process.
        case credentials
        /// For a served key: resetting it must not erase the other store.
        case key
    }

    @Option(
        help: .init(
            "Keep credentials in this SQLite file.",
            discussion: "Default: credentials.sqlite in $XDG_DATA_HOME/toque; for a served key, key.sqlite.",
            valueName: "file"),
        completion: .file())
    var store: String?

    @Option(
        help: .init(
            "Seal the store with this key file.", discussion: "Default: the store's path plus .key.",
            valueName: "file"),
        completion: .file())
    var keyFile: String?

    @Option(
        help: .init(
            "Read the key file's passphrase from this file, one line.",
            discussion: "Also TOQUE_PASSPHRASE_FILE. Default: ask on the terminal, if there is a passphrase.",
            valueName: "file"),
        completion: .file())
    var passphraseFile: String?

    /// Opens the store, creating it if missing. From then on a crash leaves no core dump of the decrypted keys.
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

    /// Creates the store if both it and its key file are missing, so that it has a key file from the start.
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

    /// If a passphrase is given, the store should be sealed with it.
    /// - Throws: status 1 if the command line named the passphrase file. One named by the environment may belong to
    ///   another store and only gets a note.
    func refusePassphrase(of keyPath: String) throws(CommandError) {
        let lack = "\(keyPath) has no passphrase"
        guard passphraseFile == nil else {
            throw CommandError(
                .refused, at: "--passphrase-file", lack,
                hint: "set one with `toque key passphrase set --new-passphrase-file FILE`")
        }
        if let file = environment("TOQUE_PASSPHRASE_FILE"), !file.isEmpty {
            Console.standard.progress("TOQUE_PASSPHRASE_FILE is ignored: \(lack).")
        }
    }

    /// The passphrase of the key file: from a file, or else from the terminal.
    /// - Throws: status 1 if there is none.
    func presentPassphrase() async throws(CommandError) -> SecretBytes {
        if let file = passphraseFile ?? environment("TOQUE_PASSPHRASE_FILE"), !file.isEmpty {
            return try SecretFile.line(of: file, holding: "the passphrase")
        }
        return try await SecretPrompt.ask("Passphrase of the key file", for: "passphrase", option: "--passphrase-file")
    }
}

/// Core dumps: the system's copies of crashed processes.
enum CoreDumps {
    /// Disables them for this process and its children: its memory contains keys that are sealed on the disk.
    static func switchOff() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        // A limit can always be lowered.
        _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }
}

/// The selected store.
struct StorePlaceOptions: ParsableArguments {
    @OptionGroup var store: StoreOptions

    @Flag(help: "Use the store of `--authenticator soft`. Default: the store of a served key.")
    var credentials = false

    var place: StoreOptions.Place { credentials ? .credentials : .key }

    /// Its key file, whether it exists or not.
    func keyPath() throws -> String { try store.keyPath(place) }
}
