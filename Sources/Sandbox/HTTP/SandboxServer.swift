import Glibc
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import ToqueEncoding

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
    /// - Throws: `SandboxServerError` or `SandboxStoreError` where the address or the database cannot be used.
    public init(_ configuration: SandboxConfiguration, provider: any SandboxProvider) async throws {
        let engine = try await Engine(configuration, provider: provider)
        let (ports, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
        let application = Application(
            responder: SandboxResponder(
                engine: engine, routes: RouteTable(provider.routes, prefixes: provider.prefixes),
                journal: engine.journal, maximumBodySize: configuration.maximumBodySize,
                logger: configuration.logger),
            configuration: .init(address: .hostname(configuration.host, port: configuration.port)),
            onServerRunning: { continuation.yield($0.localAddress?.port ?? 0) },
            logger: configuration.logger)
        var group = ServiceGroupConfiguration(services: [application], logger: configuration.logger)
        group.maximumGracefulShutdownDuration = configuration.shutdownGrace
        let services = ServiceGroup(configuration: group)
        let run = Task {
            do {
                try await services.run()
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
                throw error
            }
        }
        do {
            var iterator = ports.makeAsyncIterator()
            guard let port = try await iterator.next() else { throw CancellationError() }
            self.port = port
        } catch {
            await engine.stop()
            // The system's own words: an IOError describes itself with the call that failed.
            let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
            throw SandboxServerError(
                description: "cannot listen on \(configuration.host) port \(configuration.port): \(reason); "
                    + "name another port, or 0 for a free one")
        }
        url = "http://\(configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host):\(port)"
        engine.setAddress(url)
        await engine.start()
        worker = TimerWorker(store: engine.store, clock: configuration.clock, logger: configuration.logger)
        self.engine = engine
        self.services = services
        self.run = run
    }

    /// Answers what is under way, for as long as the grace lasts, then ends.
    public func stop() async {
        await services.triggerGracefulShutdown()
        // Its error, if any, came before `init` returned.
        _ = await run.result
        await worker.stop()
        await engine.stop()
    }
}
