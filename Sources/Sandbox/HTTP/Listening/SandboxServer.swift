import Logging

/// The sandbox as a running server: HTTP in front, the store behind, timers beside.
public final class SandboxServer: Sendable {
    /// The port that is listened on.
    public let port: Int
    /// Where it listens, such as `http://127.0.0.1:41873`, without a slash at the end.
    public let url: String
    public let engine: Engine
    public var journal: Journal { engine.journal }
    private let servers: [ListeningServer]
    private let worker: TimerWorker

    /// Starts; connections are accepted when this returns.
    /// - Throws: `SandboxConfigurationError`, `TLSFileError`, `SandboxServerError` or `SandboxStoreError`: a
    ///   configuration, a certificate, an address or a database that cannot be used.
    public init(_ configuration: SandboxConfiguration, provider: any SandboxProvider) async throws {
        // Before anything is opened that would have to be closed.
        try configuration.checkAccess(defaultKey: provider.defaultKey)
        let tls = try configuration.tls?.configuration()
        let engine = try await Engine(configuration, provider: provider)
        // The others first: once the main one answers, all are there.
        let listeners = configuration.listeners + [Listener(host: configuration.host, port: configuration.port)]
        let connections = DescriptorLimit.connections(wanted: configuration.limits.connections) / listeners.count
        var servers: [ListeningServer] = []
        for (index, listener) in listeners.enumerated() {
            let isMain = index == configuration.listeners.count
            let pipeline = RequestPipeline(
                engine, api: APISurface(engine, provider.routes.filter(listener.takes)),
                control: isMain ? ControlSurface(ControlAPI(engine: engine)) : nil)
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

    /// What a command needs to use the sandbox, as environment variables. Those with the provider's name are still there
    /// for a command of another sandbox inside of this one.
    /// - Parameter key: one of the configuration's.
    public func environment(key: APIKey) -> [String: String] {
        let provider = engine.provider.name
        return engine.provider.guide.environment.merging([
            "TOQUE_SERVER": url, "TOQUE_API_KEY_ID": key.id, "TOQUE_API_KEY_SECRET": key.secret,
            Self.providerVariable: provider, Self.variable(of: provider, "SERVER"): url,
            Self.variable(of: provider, "KEY_ID"): key.id, Self.variable(of: provider, "KEY_SECRET"): key.secret,
        ]) { $1 }
    }

    /// Names the provider that `TOQUE_SERVER` is of.
    package static let providerVariable = "TOQUE_PROVIDER"

    /// `TOQUE_BIOMETRIC_PIX_SERVER` of the provider `biometric-pix`.
    package static func variable(of provider: String, _ name: String) -> String {
        "TOQUE_\(String(provider.map { $0 == "-" ? "_" : $0 }).uppercased())_\(name)"
    }

    /// Answers what is under way, for as long as the grace lasts, then ends.
    /// - Returns: why what the database kept is lost, such as that its file was deleted meanwhile; nil where it is not.
    @discardableResult
    public func stop() async -> SandboxStoreError? {
        engine.readiness.state = .stopping
        await Self.stop(servers)
        await worker.stop()
        return await engine.stop()
    }
}
