import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle

/// A server that passes the requests at one address to a pipeline.
final class ListeningServer: Sendable {
    let port: Int
    /// Without a trailing slash.
    let url: String
    private let services: ServiceGroup
    private let run: Task<Void, any Error>

    /// Starts the server; it accepts connections on return.
    /// - Parameters:
    ///   - connections: the maximum number of open connections.
    /// - Throws: `SandboxServerError`.
    init(
        _ address: ListenAddress, _ pipeline: RequestPipeline, connections: Int, metrics: ConnectionMetrics,
        tls: TLSConfiguration?, _ configuration: SandboxConfiguration
    ) async throws {
        let (ports, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
        do {
            let http = HTTPServerBuilder.http1(limits: configuration.limits, metrics: metrics)
            let application = Application(
                responder: pipeline, server: try tls.map { try .tls(http, tlsConfiguration: $0) } ?? http,
                configuration: .init(
                    address: .hostname(address.host, port: address.port),
                    availableConnectionsDelegate: MaximumAvailableConnections(
                        connections, logger: configuration.logger)),
                onServerRunning: { channel in
                    // One at a time, so that the limit on connections is exact.
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
            throw SandboxServerError(error, listeningOn: address)
        }
        url = "\(tls == nil ? "http" : "https")://\(ListenAddress(host: address.host, port: port))"
    }

    /// Finishes requests in progress, within the grace period, then stops.
    func stop() async {
        await services.triggerGracefulShutdown()
        // Its error, if any, occurred before `init` returned.
        _ = await run.result
    }
}
