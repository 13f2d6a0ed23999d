import ArgumentParser
import PixAPI
import RiskSignals
import Sandbox
import ToqueFiles

/// What the sandbox keeps, and for whom.
struct DataOptions: ParsableArguments {
    @Option(
        help: .init(
            "Keep everything in this SQLite file.",
            discussion: "Default: $XDG_STATE_HOME/toque/sandbox.sqlite, with a command in memory.", valueName: "file"),
        completion: .file())
    var database: String?

    @Flag(help: "Keep everything in memory.")
    var memory = false

    @Option(
        help: .init(
            "What an answer survives: full, also a power cut; normal, the end of the process. Default: full.",
            valueName: "full|normal"))
    var durability: String?

    @Option(
        help: .init(
            "The API keys that are taken: one id:secret a line.",
            discussion: """
                Also TOQUE_API_KEY_ID and TOQUE_API_KEY_SECRET. Default: id `sandbox`, secret `sandbox`, or the \
                provider's own.
                """,
            valueName: "file"),
        completion: .file())
    var apiKeys: String?

    @Option(
        help: .init(
            "Put this state in place of what the first key has: a file of toque sandbox save; - for stdin.",
            valueName: "file"),
        completion: .file())
    var load: String?

    /// - Parameters:
    ///   - name: of the database where none is chosen.
    ///   - defaultKey: the provider's.
    /// - Returns: where the keys come from.
    func apply(
        to configuration: inout SandboxConfiguration, _ settings: Settings, hasCommand: Bool, databaseName name: String,
        defaultKey: APIKey
    ) throws(CommandError) -> KeySource {
        let place = try settings.excluding([("database", database != nil), ("memory", memory)])
        if let path = place.text(database, "database") {
            configuration.database = .file(path)
        } else {
            let isInMemory = try place.flag(memory, "memory") || hasCommand
            configuration.database = isInMemory ? .memory : .file(try Self.defaultDatabase(name))
        }
        configuration.durability = try settings.choice(durability, "durability") ?? .full
        configuration.state = try settings.text(load, "load").map { path throws(CommandError) in
            try StateFile.json(of: path)
        }
        let keys = try KeySource(
            file: settings.text(apiKeys, "api-keys"),
            defaultKey: PixClient.Key(id: defaultKey.id, secret: defaultKey.secret))
        configuration.keys = keys.keys.map { APIKey(id: $0.id, secret: $0.secret) }
        return keys
    }

    /// The file of the sandbox that a person keeps running, in a folder of their own.
    private static func defaultDatabase(_ name: String) throws(CommandError) -> String {
        guard let folder = FileStateDirectory(environment: DeviceRoot.machine.environment).path else {
            throw CommandError(
                .unreachable, "neither XDG_STATE_HOME nor HOME names a folder for the database",
                try: "--database FILE, or --memory")
        }
        let database = "\(folder)/\(name)"
        do throws(FileError) {
            try PrivateDirectory.make(of: database)
        } catch {
            throw CommandError(error)
        }
        return database
    }
}

/// The API keys of a sandbox, and how a shell names the first one without showing it.
struct KeySource {
    let keys: [PixClient.Key]
    /// `id:secret` for `curl --user`, as a word of a shell's command line.
    let shellWord: String

    /// - Parameters:
    ///   - file: an `--api-keys` file; nil for the environment's key, or else the provider's default.
    ///   - value: of a variable.
    /// - Throws: status 3 or 1 where the file cannot be read or has no key, status 2 for half a key in the environment.
    init(
        file: String?, defaultKey: PixClient.Key = .sandbox, _ value: (String) -> String? = environment
    ) throws(CommandError) {
        if let file {
            let found = try APIKeyFile.keys(of: file)
            guard !found.isEmpty else { throw CommandError(.failed, "\(file): no key in it, expected id:secret") }
            keys = found
            shellWord = #""$(grep -m1 '^[^#]' \#(file.shellQuoted))""#
        } else if let key = try PixClient.Key.ofEnvironment(value), !Self.isOfOuterSandbox(key, value) {
            keys = [key]
            shellWord = #""$TOQUE_API_KEY_ID:$TOQUE_API_KEY_SECRET""#
        } else {
            keys = [defaultKey]
            shellWord = "\(defaultKey.id):\(defaultKey.secret)"
        }
    }

    /// Whether the environment's key is that of the sandbox that this one is a command of: it is for requests to that
    /// one.
    private static func isOfOuterSandbox(_ key: PixClient.Key, _ value: (String) -> String?) -> Bool {
        guard let outer = value(SandboxServer.providerVariable) else { return false }
        return value(SandboxServer.variable(of: outer, "KEY_ID")) == key.id
    }

    /// The first one, which is the default tenant.
    var first: PixClient.Key { keys.first ?? .sandbox }
}
