import ArgumentParser
import CredentialStore
import RiskSignals

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

    func open(_ place: Place) throws -> SQLiteCredentialStore {
        try SQLiteCredentialStore(path: try store ?? Self.path(of: place), keyPath: keyFile)
    }

    private static func path(of place: Place) throws -> String {
        let path = try SQLiteCredentialStore.defaultPath(environment: DeviceRoot.machine.environment)
        guard place != .credentials, let slash = path.lastIndex(of: "/") else { return path }
        return "\(path[...slash])\(place.rawValue).sqlite"
    }
}
