import ArgumentParser
import RiskSignals
import Sandbox
import ToqueEncoding
import ToqueFiles

/// The sandbox's data and tenants.
struct DataOptions: ParsableArguments {
    @Option(
        help: .init(
            "Keep everything in this SQLite file, or in a PostgreSQL database that several sandboxes share.",
            discussion: """
                A database is postgresql://USER@HOST/NAME?sslmode=verify-full; set PGPASSWORD or PGPASSFILE for its \
                password. Default: $XDG_STATE_HOME/toque/sandbox.sqlite; with a command, memory.
                """,
            valueName: "file|url"),
        completion: .file())
    var database: String?

    @Flag(help: "Keep everything in memory.")
    var memory = false

    @Option(
        help: .init(
            "Make answers survive a power cut (full) or only the end of the process (normal). Default: full.",
            valueName: "full|normal"),
        completion: .list(["full", "normal"]))
    var durability: String?

    @Option(
        help: .init(
            "Remove finished objects, requests and events after this long. Default: keep them.",
            discussion: """
                By the tenant's clock. Objects that are still of use stay, such as enrollments that can pay. At least \
                1m, such as 30d.
                """,
            valueName: "span"))
    var keep: String?

    @Option(
        help: .init(
            "Accept the API keys in this file, one id:secret per line.",
            discussion: """
                Also TOQUE_API_KEY_ID and TOQUE_API_KEY_SECRET. Default: id `sandbox`, secret `sandbox`, or the \
                provider's own.
                """,
            valueName: "file"),
        completion: .file())
    var apiKeys: String?

    @Option(
        help: .init(
            "Replace the first tenant's state with this file from toque sandbox save; - for stdin.",
            valueName: "file"),
        completion: .file())
    var load: String?

    /// - Parameters:
    ///   - name: the default name of the database.
    ///   - defaultKey: the provider's.
    /// - Returns: the source of the keys.
    func apply(
        to configuration: inout SandboxConfiguration, _ settings: Settings, hasCommand: Bool, databaseName name: String,
        defaultKey: APIKey
    ) throws(CommandError) -> KeySource {
        let place = try settings.excluding([("database", database != nil), ("memory", memory)])
        if let path = place.text(database, "database") {
            do throws(SandboxStoreError) {
                configuration.database = try SandboxStore.Location(path)
            } catch {
                throw CommandError(error, of: settings.name(database, "database"))
            }
        } else {
            let isInMemory = try place.flag(memory, "memory") || hasCommand
            configuration.database = isInMemory ? .memory : .file(try Self.defaultDatabase(name))
        }
        configuration.durability = try settings.choice(durability, "durability") ?? .full
        configuration.keep = try settings.value(keep, "keep", expected: "a time from 1m to 366000d") { text in
            TimeSpan(text).map(\.duration).flatMap { $0 >= .seconds(60) ? $0 : nil }
        }
        configuration.state = try settings.text(load, "load").map { path throws(CommandError) in
            try StateFile.json(of: path)
        }
        let keys = try KeySource(
            file: settings.text(apiKeys, "api-keys"), defaultKey: defaultKey)
        configuration.keys = keys.keys
        return keys
    }

    /// The database of a long-running sandbox, in a private folder.
    private static func defaultDatabase(_ name: String) throws(CommandError) -> String {
        guard let folder = FileStateDirectory(environment: DeviceRoot.machine.environment).path else {
            throw CommandError(
                .unwritableFile, at: "--database", "neither XDG_STATE_HOME nor HOME names a folder for it",
                hint: "pass --database FILE or --memory")
        }
        let database = "\(folder)/\(name)"
        do throws(FileError) {
            try PrivateDirectory.make(of: database)
        } catch {
            throw CommandError(writing: error)
        }
        return database
    }
}

/// The API keys of a sandbox, and a shell expression for the first one that does not show it.
struct KeySource {
    let keys: [APIKey]
    /// `id:secret` for `curl --user`, as a word of a shell command.
    let shellWord: String

    /// - Parameters:
    ///   - file: an `--api-keys` file; nil for the environment's key, or else the provider's default.
    ///   - value: returns a variable's value.
    /// - Throws: status 3 or 1 if the file cannot be read or has no key, status 2 for half a key in the environment.
    init(
        file: String?, defaultKey: APIKey = .sandbox, _ value: (String) -> String? = environment
    ) throws(CommandError) {
        if let file {
            let found = try APIKeyFile.keys(of: file)
            guard !found.isEmpty else {
                throw CommandError(.invalidContent, at: file, "holds no API key", hint: "write a line id:secret")
            }
            keys = found
            shellWord = #""$(grep -m1 '^[^#]' \#(file.shellQuoted))""#
        } else if let key = try APIKey.ofEnvironment(value), !Self.isOfOuterSandbox(key, value) {
            keys = [key]
            shellWord = #""$TOQUE_API_KEY_ID:$TOQUE_API_KEY_SECRET""#
        } else {
            keys = [defaultKey]
            shellWord = "\(defaultKey.id):\(defaultKey.secret)"
        }
    }

    /// True if the environment's key belongs to an enclosing sandbox, which runs this one as its command: that key is
    /// for requests to the outer sandbox.
    private static func isOfOuterSandbox(_ key: APIKey, _ value: (String) -> String?) -> Bool {
        guard let outer = value(SandboxServer.providerVariable) else { return false }
        return value(SandboxServer.variable(of: outer, "KEY_ID")) == key.id
    }

    /// The first key, that of the default tenant.
    var first: APIKey { keys.first ?? .sandbox }
}
