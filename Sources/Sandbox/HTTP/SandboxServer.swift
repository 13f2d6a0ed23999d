import Glibc
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import ToqueEncoding

/// The sandbox as a running server: HTTP in front, the store behind, timers beside.
public final class SandboxServer: Sendable {
    public struct Configuration: Sendable {
        /// An address to listen on.
        public var host = "127.0.0.1"
        /// 0 takes a free one.
        public var port = 0
        public var maximumBodySize = 256 << 10
        /// How long `stop` waits for requests under way; a client that stands still must not keep the process.
        public var shutdownGrace = Duration.seconds(3)
        public var keys: APIKeys
        public var clock: any SandboxClock
        public var journal = Journal()
        public var logger: Logger

        public init(keys: APIKeys, clock: any SandboxClock, logger: Logger) {
            self.keys = keys
            self.clock = clock
            self.logger = logger
        }
    }

    /// The port that is listened on.
    public let port: Int
    public let journal: Journal
    private let store: SandboxStore
    private let services: ServiceGroup
    private let run: Task<Void, any Error>
    private let worker: TimerWorker

    /// Starts; connections are accepted when this returns. The server owns the store from now on.
    /// - Parameters:
    ///   - errorBody: the provider's form of an error; the second argument is the request's id.
    /// - Throws: `SandboxServerError` where the address cannot be listened on.
    public init(
        _ configuration: Configuration, store: SandboxStore, routes: RouteTable,
        errorBody: @escaping @Sendable (SandboxError, String) -> JSON
    ) async throws {
        let (ports, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
        let application = Application(
            responder: SandboxResponder(
                routes: routes, keys: configuration.keys, clock: configuration.clock,
                journal: configuration.journal, maximumBodySize: configuration.maximumBodySize,
                errorBody: errorBody, logger: configuration.logger),
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
            store.close()
            // The system's own words: an IOError describes itself with the call that failed.
            let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
            throw SandboxServerError(
                description: "cannot listen on \(configuration.host) port \(configuration.port): \(reason); "
                    + "name another port, or 0 for a free one")
        }
        journal = configuration.journal
        worker = TimerWorker(store: store, clock: configuration.clock, logger: configuration.logger)
        self.store = store
        self.services = services
        self.run = run
    }

    /// Answers what is under way, for as long as the grace lasts, then ends.
    public func stop() async {
        await services.triggerGracefulShutdown()
        // Its error, if any, came before `init` returned.
        _ = await run.result
        await worker.stop()
        store.close()
    }
}
