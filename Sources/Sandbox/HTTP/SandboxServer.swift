import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import ServiceLifecycle

/// The sandbox as a running server: HTTP in front, the store behind, timers beside.
public final class SandboxServer: Sendable {
    /// The port that is listened on.
    public let port: Int
    /// Where it listens, such as `http://127.0.0.1:41873`, without a slash at the end.
    public let url: String
    public let engine: Engine
    public var journal: Journal { engine.journal }
    private let services: ServiceGroup
    private let run: Task<Void, any Error>
    private let worker: TimerWorker

    /// Starts; connections are accepted when this returns.
    /// - Throws: `SandboxConfigurationError`, `TLSFileError`, `SandboxServerError` or `SandboxStoreError`: a
    ///   configuration, a certificate, an address or a database that cannot be used.
    public init(_ configuration: SandboxConfiguration, provider: any SandboxProvider) async throws {
        // Before anything is opened that would have to be closed.
        try configuration.checkAccess()
        let tls = try configuration.tls?.configuration()
        let engine = try await Engine(configuration, provider: provider)
        let address = ListenAddress(host: configuration.host, port: configuration.port)
        let (ports, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
        do {
            let http = HTTPServerBuilder.http1(limits: configuration.limits, metrics: engine.metrics.connections)
            let application = Application(
                responder: SandboxResponder(engine),
                server: try tls.map { try .tls(http, tlsConfiguration: $0) } ?? http,
                configuration: .init(
                    address: .hostname(address.host, port: address.port),
                    availableConnectionsDelegate: MaximumAvailableConnections(
                        DescriptorLimit.connections(wanted: configuration.limits.connections),
                        logger: configuration.logger)),
                onServerRunning: { channel in
                    // One at a time, so that not one more is taken than there may be.
                    try? await channel.setOption(.maxMessagesPerRead, value: 1).get()
                    continuation.yield(channel.localAddress?.port ?? 0)
                },
                logger: configuration.logger)
            var group = ServiceGroupConfiguration(services: [application], logger: configuration.logger)
            group.maximumGracefulShutdownDuration = configuration.shutdownGrace
            let services = ServiceGroup(configuration: group)
            run = Task {
                do {
                    try await services.run()
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                    throw error
                }
            }
            self.services = services
            var iterator = ports.makeAsyncIterator()
            guard let port = try await iterator.next() else { throw CancellationError() }
            self.port = port
        } catch {
            await engine.stop()
            throw SandboxServerError(error, listeningOn: address)
        }
        url = "\(tls == nil ? "http" : "https")://\(ListenAddress(host: address.host, port: port))"
        engine.setAddress(url)
        await engine.start()
        worker = TimerWorker(store: engine.store, clock: configuration.clock, logger: configuration.logger)
        self.engine = engine
        engine.readiness.state = .ready
    }

    /// What a command needs to use the sandbox, as environment variables.
    /// - Parameter key: one of the configuration's.
    public func environment(key: APIKey) -> [String: String] {
        engine.provider.guide.environment.merging([
            "TOQUE_SERVER": url, "TOQUE_API_KEY_ID": key.id, "TOQUE_API_KEY_SECRET": key.secret,
        ]) { $1 }
    }

    /// Answers what is under way, for as long as the grace lasts, then ends.
    /// - Returns: why what the database kept is lost, such as that its file was deleted meanwhile; nil where it is not.
    @discardableResult
    public func stop() async -> SandboxStoreError? {
        engine.readiness.state = .stopping
        await services.triggerGracefulShutdown()
        // Its error, if any, came before `init` returned.
        _ = await run.result
        await worker.stop()
        return await engine.stop()
    }
}
