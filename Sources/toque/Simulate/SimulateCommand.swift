import ArgumentParser
import Glibc
import RiskSignals
import Sandbox

struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Serve the sandbox of provider and bank.",
        discussion: """
            Serves until it is interrupted. With a command behind --, serves for the time of the command: on a free \
            port, with a database in memory, with TOQUE_SERVER, the keys and the ids of the seeded objects in its \
            environment, and server and key once more as TOQUE_PROVIDER-NAME_SERVER, _KEY_ID and _KEY_SECRET, which a \
            sandbox inside of this one leaves alone; ends with its exit code and prints the last requests when that is not 0.

            Each option is also an environment variable: --api-keys FILE is TOQUE_SIMULATE_API_KEYS=FILE, --memory is \
            TOQUE_SIMULATE_MEMORY=true. An option wins.

            Example: toque simulate -- pytest
            """)

    @OptionGroup(title: "Where it is reached") var serving: ServingOptions
    @OptionGroup(title: "What it keeps") var data: DataOptions
    @OptionGroup(title: "How things go") var behavior: BehaviorOptions
    @OptionGroup var providers: Providers
    @OptionGroup(title: "Webhooks") var notification: NotificationOptions
    @OptionGroup(title: "Operation") var operation: OperationOptions

    @Argument(parsing: .postTerminator, help: "A command to serve for.")
    var command: [String] = []

    func validate() throws {
        // An empty variable behind -- would otherwise leave a pipeline waiting for ever.
        if command.isEmpty, CommandLine.arguments.last == "--" { throw ValidationError("no command stands behind --") }
    }

    func run() async throws {
        let settings = Settings(environment: environment)
        let options = try providers.chosen(settings)
        var configuration = SandboxConfiguration()
        try serving.apply(to: &configuration, settings, hasCommand: !command.isEmpty)
        try behavior.apply(to: &configuration, settings)
        let provider = try options.provider(settings, providers.checkout, of: configuration)
        let keys = try data.apply(
            to: &configuration, settings, hasCommand: !command.isEmpty,
            databaseName: type(of: options).databaseName, defaultKey: provider.defaultKey)
        try notification.apply(to: &configuration, settings)
        let output = try operation.apply(to: &configuration, settings)
        guard !output.json || command.isEmpty else {
            throw CommandError(
                .usage,
                "\(settings.name(operation.json ? "" : nil, "json")) prints to stdout, which belongs to the command",
                try: "--ready-file FILE")
        }
        // From before the start on: an interrupt that comes early ends it in order as well.
        let terminations = Signals.termination()
        let server: SandboxServer
        do {
            server = try await SandboxServer(configuration, provider: provider)
        } catch {
            throw explained(error, settings)
        }
        let ready = ReadySandbox(
            url: server.url, guide: provider.guide, keys: keys, database: configuration.database,
            certificate: configuration.tls?.certificate, hasControl: configuration.control.isEnabled,
            processID: getpid(), resumed: server.engine.resumedTenants)
        do {
            try await serve(server, ready, output, terminations)
        } catch {
            if let loss = await server.stop() { Console.standard.error("\(loss)") }
            throw error
        }
        if let loss = await server.stop() {
            throw CommandError(.unreachable, "\(loss)", try: "leave the file in its place while a sandbox has it open")
        }
    }

    /// With where the value comes from, and what to try.
    private func explained(_ error: any Error, _ settings: Settings) -> CommandError {
        switch error {
        case SandboxConfigurationError.scenario(let name, let known):
            CommandError(
                .usage, "\(settings.name(behavior.scenario, "scenario")): \(error)",
                try: Scenarios.hint(for: name, known: known))
        case SandboxConfigurationError.webhook(let url, let problem):
            CommandError(.usage, "\(settings.name(notification.webhook.first, "webhook")) \(url.quoted): \(problem)")
        case SandboxConfigurationError.webhookToken(let problem):
            CommandError(
                .failed, "\(settings.name(notification.webhookTokenFile, "webhook-token-file")): \(problem)")
        case SandboxConfigurationError.key:
            CommandError(
                .failed, "\(settings.name(data.apiKeys, "api-keys")): \(error)", try: "an id for each tenant")
        case SandboxConfigurationError.keyID:
            CommandError(.failed, "\(settings.name(data.apiKeys, "api-keys")): \(error)")
        case SandboxConfigurationError.frozenAt:
            CommandError(
                .usage, "\(settings.name(behavior.now, "now")): \(error)", try: "a time such as 2026-01-31T12:00:00Z")
        case SandboxConfigurationError.state:
            CommandError(
                .failed, "\(settings.text(data.load, "load") ?? "state"): \(error)",
                try: "a file of toque sandbox save")
        case SandboxConfigurationError.openControl:
            CommandError(
                .usage, "\(settings.name(serving.listen, "listen")): \(error)",
                try: "--control-token-file FILE, \(ControlToken.variable), or --no-control")
        case SandboxConfigurationError.controlToken:
            CommandError(.failed, "\(error)", try: "another one in the file, or in \(ControlToken.variable)")
        case SandboxConfigurationError.noKey, SandboxConfigurationError.openKey, SandboxConfigurationError.port:
            CommandError(
                .usage, "\(error)", try: "--api-keys FILE, or TOQUE_API_KEY_ID and TOQUE_API_KEY_SECRET")
        case is SandboxStoreError: CommandError(.unreachable, "\(error)", try: "--database FILE, or --memory")
        default: CommandError(.unreachable, "\(error)")
        }
    }

    /// Says that requests are answered, until an interrupt or for the time of the command.
    private func serve(
        _ server: SandboxServer, _ ready: ReadySandbox, _ output: OperationOptions.Output,
        _ terminations: AsyncStream<Int32>
    ) async throws {
        if let resumption = ready.resumption { Console.standard.progress(resumption) }
        let readyFile = try output.readyFile.map { path throws(CommandError) in try ReadyFile(path, ready.json) }
        defer { readyFile?.remove() }
        if command.isEmpty {
            try announce(ready, asJSON: output.json)
            for await _ in terminations { break }
        } else {
            let key = ready.keys.first
            var variables = server.environment(key: .init(id: key.id, secret: key.secret))
            variables["TOQUE_CONTROL_TOKEN_FILE"] = output.controlTokenFile
            let trusted = try ready.certificate.flatMap { chain throws(CommandError) in
                try CertificateFile(trusting: chain, beside: environment("SSL_CERT_FILE"))
            }
            defer { trusted?.remove() }
            variables["SSL_CERT_FILE"] = trusted?.path
            try await runCommand(server, variables, terminations)
        }
    }

    /// - Throws: `ExitCode` with the command's, where that is not 0; status 3 where it cannot be started.
    private func runCommand(
        _ server: SandboxServer, _ variables: [String: String], _ terminations: AsyncStream<Int32>
    ) async throws {
        let child = try ChildProcess(
            command, environment: DeviceRoot.machine.environment.merging(variables) { $1 })
        // The terminal sends an interrupt to the child as well; other senders reach only this process.
        let forwarding = Task {
            for await signal in terminations { child.send(signal) }
        }
        let status = await child.wait()
        forwarding.cancel()
        guard status != 0 else { return }
        for line in RequestReport.lines(status, server.journal.entries) { Console.standard.progress(line) }
        throw ExitCode(status)
    }

    private func announce(_ ready: ReadySandbox, asJSON: Bool) throws {
        if asJSON { return try Console.standard.result(ready.json.serialized()) }
        try Console.standard.result("Sandbox ready at \(ready.url)")
        Console.standard.progress(
            """
            \(ready.guide.title), kept \(ready.place). Ctrl-C stops it. A first request:

            \(ready.curl)

            \(ready.control)
            """)
    }
}
