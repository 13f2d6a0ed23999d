import ArgumentParser
import CheckoutPresentation
import Dashboard
import Glibc
import NIOSSL
import PhonePages
import RiskSignals
import Sandbox

struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Serve a sandbox of a payment provider and its bank.",
        discussion: """
            Serves until interrupted. With a command after --, serves while the command runs, on a free port and in \
            memory. The command's environment has TOQUE_SERVER, the API key and the IDs of the seeded objects. Ends \
            with the command's exit code, and prints the last requests unless that is 0.

            Server and API key are also in TOQUE_PROVIDER-NAME_SERVER, _KEY_ID and _KEY_SECRET, which a nested sandbox \
            of another provider keeps.

            Each option is also an environment variable: --api-keys FILE is TOQUE_SIMULATE_API_KEYS=FILE, --memory is \
            TOQUE_SIMULATE_MEMORY=true. Options win over variables.

            Example: toque simulate -- pytest
            """)

    @OptionGroup(title: "Address") var serving: ServingOptions
    @OptionGroup(title: "Data") var data: DataOptions
    @OptionGroup(title: "Behavior") var behavior: BehaviorOptions
    @OptionGroup var providers: Providers
    @OptionGroup(title: "Webhooks") var notification: NotificationOptions
    @OptionGroup(title: "Operation") var operation: OperationOptions

    @Argument(parsing: .postTerminator, help: "Command to serve for.")
    var command: [String] = []

    func validate() throws {
        // An empty variable after -- would otherwise leave a pipeline waiting forever.
        if command.isEmpty, CommandLine.arguments.last == "--" {
            throw CommandError(
                .missingArgument, at: "--", "a command is missing", hint: "write `toque simulate -- COMMAND`")
        }
    }

    func run() async throws {
        let settings = Settings(environment: environment)
        let options = try providers.chosen(settings)
        var configuration = SandboxConfiguration()
        configuration.control.pages = [Dashboard()]
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
                .conflictingOptions, at: settings.name(operation.json ? "" : nil, "json"),
                "prints to stdout, which belongs to the command", hint: "pass --ready-file FILE")
        }
        guard output.drain == .zero || command.isEmpty else {
            throw CommandError(
                .conflictingOptions, at: settings.name(operation.drain, "drain"),
                "waits for a signal, and the sandbox ends with its command", hint: "leave it out")
        }
        // Phones call the sandbox as it serves, also with a self-made certificate.
        let trusted = configuration.tls.flatMap { try? Input.bytes(of: $0.certificate) }
            .flatMap { try? NIOSSLCertificate.fromPEMBytes($0) }
        try await withDirectTransport(timeout: PhonePages.answerTime, trusting: trusted ?? []) { transport in
            var configuration = configuration
            let phones = try options.phones(settings, of: configuration, by: transport)
            if let phones { configuration.control.pages.append(phones) }
            do {
                try await start(configuration, provider, options, keys, output, settings)
            } catch {
                await phones?.close()
                throw error
            }
            await phones?.close()
        }
    }

    private func start(
        _ configuration: SandboxConfiguration, _ provider: any SandboxProvider, _ options: any ProviderOptions,
        _ keys: KeySource, _ output: OperationOptions.Output, _ settings: Settings
    ) async throws {
        // Starts early, so that an interrupt during startup is handled cleanly too.
        let terminations = Signals.termination()
        let server: SandboxServer
        do {
            server = try await SandboxServer(configuration, provider: provider)
        } catch {
            throw options.explained(error) ?? explained(error, settings)
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
            throw CommandError(
                .unusableStore, telling: "\(loss)", hint: "leave the file in place while a sandbox has it open")
        }
    }

    /// Adds the value's source and a hint.
    private func explained(_ error: any Error, _ settings: Settings) -> CommandError {
        switch error {
        case SandboxConfigurationError.scenario(let name, let known):
            CommandError(
                .unknownScenario, at: settings.name(behavior.scenario, "scenario"), "\(error)",
                hint: Scenarios.hint(for: name, known: known))
        case SandboxConfigurationError.webhook(let url, let problem):
            CommandError(
                .invalidValue, at: settings.name(notification.webhook.first, "webhook"),
                ControlError.sentence(problem, about: url).uncapitalized)
        case SandboxConfigurationError.webhookToken(let problem):
            CommandError(
                .invalidContent, at: settings.name(notification.webhookTokenFile, "webhook-token-file"), "\(problem)")
        case SandboxConfigurationError.key:
            CommandError(
                .invalidContent, at: settings.name(data.apiKeys, "api-keys"), "\(error)",
                hint: "give each tenant its own id")
        case SandboxConfigurationError.keyID:
            CommandError(.invalidContent, at: settings.name(data.apiKeys, "api-keys"), "\(error)")
        case SandboxConfigurationError.frozenAt:
            CommandError(
                .invalidValue, at: settings.name(behavior.now, "now"), "\(error)",
                hint: "pass a time such as 2026-01-31T12:00:00Z")
        case SandboxConfigurationError.state:
            CommandError(
                .invalidContent, at: settings.text(data.load, "load") ?? "state", "\(error)",
                hint: "pass a file of `toque sandbox save`")
        case SandboxConfigurationError.openControl:
            CommandError(
                .missingArgument, at: settings.name(serving.listen, "listen"), "\(error)",
                hint: "pass --control-token-file FILE or --no-control, or set \(ControlToken.variable)")
        case SandboxConfigurationError.controlToken:
            CommandError(
                .invalidContent, at: settings.name(operation.controlTokenFile, "control-token-file"), "\(error)",
                hint: "put another one into the file, or into \(ControlToken.variable)")
        case SandboxConfigurationError.noKey, SandboxConfigurationError.openKey, SandboxConfigurationError.port:
            CommandError(
                .missingArgument, at: settings.name(data.apiKeys, "api-keys"), "\(error)",
                hint: "pass --api-keys FILE, or set TOQUE_API_KEY_ID and TOQUE_API_KEY_SECRET")
        case let error as TLSFileError:
            switch error.problem {
            case .unreadable: CommandError(.unreadableFile, telling: "\(error)")
            case .exposed: CommandError(.insecureFile, telling: "\(error)")
            case .tooLarge, .noCertificate, .noKey, .encrypted, .otherKey:
                CommandError(.invalidContent, telling: "\(error)")
            }
        case is SandboxServerError:
            CommandError(.cannotStart, at: serving.place(settings), telling: "\(error)")
        case let error as SandboxStoreError:
            CommandError(
                error, of: settings.name(data.database, "database"), hint: "pass another --database, or --memory")
        default: CommandError(.cannotStart, telling: "\(error)")
        }
    }

    /// Announces readiness, and serves until an interrupt or the end of the command.
    private func serve(
        _ server: SandboxServer, _ ready: ReadySandbox, _ output: OperationOptions.Output,
        _ terminations: AsyncStream<Int32>
    ) async throws {
        if let resumption = ready.resumption { Console.standard.progress(resumption) }
        let readyFile = try output.readyFile.map { path throws(CommandError) in try ReadyFile(path, ready.json) }
        defer { readyFile?.remove() }
        let opening = output.opensDashboard ? Task { await open(ready.dashboard) } : nil
        // A browser that runs in the foreground ends when it likes.
        defer { opening?.cancel() }
        if command.isEmpty {
            try announce(ready, asJSON: output.json)
            try await watching(server, ready.keys.keys.map(\.id), output) {
                for await _ in terminations { break }
                await drain(server, for: output.drain, until: terminations)
            }
        } else {
            let key = ready.keys.first
            var variables = server.environment(key: .init(id: key.id, secret: key.secret))
            variables["TOQUE_CONTROL_TOKEN_FILE"] = output.controlTokenFile
            let trusted = try ready.certificate.flatMap { chain throws(CommandError) in
                try CertificateFile(trusting: chain, beside: environment("SSL_CERT_FILE"))
            }
            defer { trusted?.remove() }
            variables["SSL_CERT_FILE"] = trusted?.path
            try await runCommand(server, ready.keys.keys.map(\.id), variables, output, terminations)
        }
    }

    /// Serves on until a load balancer knows of the end.
    private func drain(_ server: SandboxServer, for time: Duration, until terminations: AsyncStream<Int32>) async {
        guard time > .zero else { return }
        server.drain()
        Console.standard.progress("Serving on until load balancers know. Interrupt again to end at once.")
        await withTaskGroup { group in
            group.addTask { try? await Task.sleep(for: time) }
            group.addTask { for await _ in terminations { break } }
            await group.next()
            group.cancelAll()
        }
    }

    /// Prints requests and changes while the body runs, on a terminal.
    private func watching<Result>(
        _ server: SandboxServer, _ tenants: [String], _ output: OperationOptions.Output,
        _ body: () async throws -> Result
    ) async throws -> Result {
        try await LiveLines.during(
            server.engine, of: tenants, isOn: !output.isQuiet && isatty(STDERR_FILENO) == 1, body)
    }

    /// - Throws: `ExitCode` with the command's, unless it is 0; status 3 if it cannot be started.
    private func runCommand(
        _ server: SandboxServer, _ tenants: [String], _ variables: [String: String],
        _ output: OperationOptions.Output, _ terminations: AsyncStream<Int32>
    ) async throws {
        let child = try ChildProcess(
            command, environment: DeviceRoot.machine.environment.merging(variables) { $1 })
        // The terminal also interrupts the child; other senders reach only this process.
        let forwarding = Task {
            for await signal in terminations { child.send(signal) }
        }
        let status = try await watching(server, tenants, output) { await child.wait() }
        forwarding.cancel()
        guard status != 0 else { return }
        for line in RequestReport.lines(status, try await server.journal.entries.map(\.json), on: .progress) {
            Console.standard.progress(line)
        }
        throw ExitCode(status)
    }

    private func announce(_ ready: ReadySandbox, asJSON: Bool) throws {
        if asJSON { return try Console.standard.result(ready.json.serialized()) }
        try Console.standard.result("Sandbox ready at \(ready.url)")
        Console.standard.progress(
            """
            \(ready.guide.title), kept \(ready.place). Ctrl-C stops it. A first request:

            \(ready.curl)

            \(ready.dashboard.map { "Dashboard: \($0)\n" } ?? "")\(ready.control)
            """)
    }

    /// Failing to open a browser is no failure of the sandbox.
    private func open(_ dashboard: String?) async {
        guard let dashboard else {
            return Console.standard.progress("--open: there is no dashboard, because control is off")
        }
        guard await !SystemOpener.open(dashboard, browser: environment("BROWSER").flatMap { $0.isEmpty ? nil : $0 })
        else { return }
        Console.standard.progress("--open: no browser could be started; open \(dashboard)")
    }
}
