import Logging

/// A running sandbox: the HTTP server, the store and the timers.
public final class SandboxServer: Sendable {
    /// The listening port.
    public let port: Int
    /// The listening URL, such as `http://127.0.0.1:41873`, without a trailing slash.
    public let url: String
    public let engine: Engine
    public var journal: any Journal { engine.journal }
    private let servers: [ListeningServer]
    private let worker: TimerWorker

    /// Starts the sandbox; it accepts connections on return.
    /// - Throws: `SandboxConfigurationError`, `TLSFileError`, `SandboxServerError` or `SandboxStoreError` for an
    ///   unusable configuration, certificate, address or database.
    public init(_ configuration: SandboxConfiguration, provider: any SandboxProvider) async throws {
        // Before anything is opened that an error would have to close.
        try configuration.checkAccess(defaultKey: provider.defaultKey)
        let tls = try configuration.tls?.configuration()
        let engine = try await Engine(configuration, provider: provider)
        // The others first: once the main one responds, all do.
        let listeners = configuration.listeners + [Listener(host: configuration.host, port: configuration.port)]
        let connections = DescriptorLimit.connections(wanted: configuration.limits.connections) / listeners.count
        var servers: [ListeningServer] = []
        for (index, listener) in listeners.enumerated() {
            let isMain = index == configuration.listeners.count
            let control = isMain ? ControlSurface(ControlAPI(engine: engine)) : nil
            let pages = control.map { control in configuration.control.pages.map { ControlPageSurface(control, $0) } }
            let pipeline = RequestPipeline(
                engine,
                api: APISurface(
                    engine, provider.routes.filter(listener.takes),
                    leadsToControl: isMain && engine.hasPages(at: ControlPath.index)),
                control: control, pages: pages ?? [])
            do {
                servers.append(
                    try await ListeningServer(
                        ListenAddress(host: listener.host, port: listener.port), pipeline,
                        connections: max(1, connections), metrics: engine.metrics.connections, tls: tls, configuration))
            } catch {
                await Self.stop(servers)
                await engine.stop()
                throw error
            }
        }
        self.servers = servers
        let main = servers[servers.count - 1]
        (port, url) = (main.port, main.url)
        engine.setAddresses(main: url, others: servers.dropLast().map(\.url))
        await engine.start()
        worker = TimerWorker(store: engine.store, clock: configuration.clock, logger: configuration.logger)
        self.engine = engine
        engine.readiness.state = .ready
    }

    private static func stop(_ servers: [ListeningServer]) async {
        await withTaskGroup { group in
            for server in servers { group.addTask { await server.stop() } }
        }
    }

    /// The environment variables with which a command uses the sandbox. Those with the provider's name survive inside a
    /// nested sandbox of another provider.
    /// - Parameter key: one of the configured keys.
    public func environment(key: APIKey) -> [String: String] {
        let provider = engine.provider.name
        return engine.provider.guide.environment.merging([
            "TOQUE_SERVER": url, "TOQUE_API_KEY_ID": key.id, "TOQUE_API_KEY_SECRET": key.secret,
            Self.providerVariable: provider, Self.variable(of: provider, "SERVER"): url,
            Self.variable(of: provider, "KEY_ID"): key.id, Self.variable(of: provider, "KEY_SECRET"): key.secret,
        ]) { $1 }
    }

    /// Names the provider behind `TOQUE_SERVER`.
    package static let providerVariable = "TOQUE_PROVIDER"

    /// `TOQUE_BIOMETRIC_PIX_SERVER` for the provider `biometric-pix`.
    package static func variable(of provider: String, _ name: String) -> String {
        "TOQUE_\(String(provider.map { $0 == "-" ? "_" : $0 }).uppercased())_\(name)"
    }

    /// Tells load balancers to send their requests elsewhere: health answers 503 from now on. All else is served.
    public func drain() { engine.readiness.state = .stopping }

    /// Finishes requests in progress, within the grace period, then stops.
    /// - Returns: the reason if stored data is lost, such as a deleted database file; otherwise nil.
    @discardableResult
    public func stop() async -> SandboxStoreError? {
        engine.readiness.state = .stopping
        await Self.stop(servers)
        await worker.stop()
        return await engine.stop()
    }
}
