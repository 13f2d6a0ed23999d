import ArgumentParser
import PixAPI
import PixSimulator
import RiskSignals

struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Serve the sandbox of provider and bank.",
        discussion: """
            Serves until it is interrupted. With a command behind --, serves for the time of the command: on a free \
            port, with a database in memory, with TOQUE_SERVER, the keys and the ids of the seeded objects in its \
            environment; ends with its exit code and prints the request log when that is not 0.

            Example: toque simulate -- pytest
            """)

    @Option(help: .init("The port of 127.0.0.1; 0 takes a free one. Default: 8420, with a command a free one."))
    var port: Int?

    @Option(
        help: .init(
            "Keep everything in this SQLite file.", discussion: "Default: in memory.", valueName: "file"),
        completion: .file())
    var database: String?

    @Flag(help: "Keep everything in memory, which is the default.")
    var memory = false

    @Option(
        help: .init(
            "The API keys that are taken: one id:secret a line.",
            discussion:
                "Also TOQUE_API_KEY_ID and TOQUE_API_KEY_SECRET. Without either: sandbox and sandbox.",
            valueName: "file"),
        completion: .file())
    var apiKeys: String?

    @Argument(parsing: .postTerminator, help: "A command to serve for.")
    var command: [String] = []

    func validate() throws {
        if let port, !(0...65_535).contains(port) {
            throw ValidationError("--port: found \(port), expected 0 to 65535")
        }
        if memory, database != nil { throw ValidationError("--memory and --database exclude each other") }
        // An empty variable behind -- would otherwise leave a pipeline waiting for ever.
        if command.isEmpty, CommandLine.arguments.last == "--" { throw ValidationError("no command stands behind --") }
    }

    func run() async throws {
        let keys = try keys()
        var configuration = PixSimulator.Configuration()
        configuration.sandbox.port = port ?? (command.isEmpty ? 8420 : 0)
        configuration.sandbox.database = database.map { .file($0) } ?? .memory
        configuration.sandbox.keys = keys.map { .init(id: $0.id, secret: $0.secret) }
        let simulator: PixSimulator
        do {
            simulator = try await PixSimulator.start(configuration)
        } catch {
            throw CommandError(.unreachable, "\(error)")
        }
        let terminations = Signals.termination()
        if command.isEmpty {
            try announce(simulator)
            for await _ in terminations { break }
            await simulator.stop()
            return
        }
        let status = await serve(simulator, key: keys.first ?? .sandbox, terminations)
        try status.map { throw $0 }
    }

    /// Runs the command beside the server.
    /// - Returns: what is to be thrown for its exit code; nil for 0.
    private func serve(
        _ simulator: PixSimulator, key: PixClient.Key, _ terminations: AsyncStream<Int32>
    ) async -> (any Error)? {
        let environment = DeviceRoot.machine.environment.merging(
            simulator.environment(key: .init(id: key.id, secret: key.secret))
        ) { $1 }
        let child: ChildProcess
        do {
            child = try ChildProcess(command, environment: environment)
        } catch {
            await simulator.stop()
            return error
        }
        // The terminal sends an interrupt to the child as well; other senders reach only this process.
        let forwarding = Task {
            for await signal in terminations { child.send(signal) }
        }
        let status = await child.wait()
        forwarding.cancel()
        await simulator.stop()
        guard status != 0 else { return nil }
        let entries = simulator.journal.entries
        Console.standard.progress(
            "toque simulate: the command ended with \(status); "
                + (entries.isEmpty ? "it sent no request to TOQUE_SERVER" : "the requests that came:"))
        for entry in entries { Console.standard.progress("  \(entry)") }
        return ExitCode(status)
    }

    private func announce(_ simulator: PixSimulator) throws {
        try Console.standard.result("Sandbox ready at \(simulator.url)")
        let kept = database.map { "kept in \($0)" } ?? "in memory"
        Console.standard.progress(
            """
            Provider and bank, \(kept), loopback only.
            Next: toque enroll --server \(simulator.url)\(apiKeys.map { " --api-keys \($0)" } ?? "")
            Ctrl-C stops it.
            """)
    }

    private func keys() throws -> [PixClient.Key] {
        if let apiKeys {
            let keys = try APIKeyFile.keys(of: apiKeys)
            guard !keys.isEmpty else { throw CommandError(.failed, "\(apiKeys): no key in it, expected id:secret") }
            return keys
        }
        if let id = environment("TOQUE_API_KEY_ID"), let secret = environment("TOQUE_API_KEY_SECRET") {
            return [PixClient.Key(id: id, secret: secret)]
        }
        return [.sandbox]
    }
}
