import ArgumentParser
import PixAPI
import PixSimulator
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
            discussion: "Also TOQUE_API_KEY_ID and TOQUE_API_KEY_SECRET. Default: id `sandbox`, secret `sandbox`.",
            valueName: "file"),
        completion: .file())
    var apiKeys: String?

    @Option(
        help: .init(
            "Put this state in place of what the first key has: a file of toque sandbox save; - for stdin.",
            valueName: "file"),
        completion: .file())
    var load: String?

    /// - Returns: where the keys come from.
    func apply(
        to configuration: inout SandboxConfiguration, _ settings: Settings, hasCommand: Bool
    ) throws(CommandError) -> KeySource {
        let place = try settings.excluding([("database", database != nil), ("memory", memory)])
        if let path = place.text(database, "database") {
            configuration.database = .file(path)
        } else {
            let isInMemory = try place.flag(memory, "memory") || hasCommand
            configuration.database = isInMemory ? .memory : .file(try Self.defaultDatabase())
        }
        configuration.durability = try settings.choice(durability, "durability") ?? .full
        configuration.state = try settings.text(load, "load").map { path throws(CommandError) in
            try StateFile.json(of: path)
        }
        let keys = try KeySource(file: settings.text(apiKeys, "api-keys"))
        configuration.keys = keys.keys.map { APIKey(id: $0.id, secret: $0.secret) }
        return keys
    }

    /// The file of the sandbox that a person keeps running, in a folder of their own.
    private static func defaultDatabase() throws(CommandError) -> String {
        guard let folder = FileStateDirectory(environment: DeviceRoot.machine.environment).path else {
            throw CommandError(
                .unreachable, "neither XDG_STATE_HOME nor HOME names a folder for the database",
                try: "--database FILE, or --memory")
        }
        let database = "\(folder)/\(PixSimulator.databaseName)"
        do throws(FileError) {
            try PrivateDirectory.make(of: database)
        } catch {
            throw CommandError(error)
        }
        return database
    }
}
