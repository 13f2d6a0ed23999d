import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle

/// One address on which a pipeline's requests come.
final class ListeningServer: Sendable {
    let port: Int
    /// Without a slash at the end.
    let url: String
    private let services: ServiceGroup
    private let run: Task<Void, any Error>

    /// Starts; connections are accepted when this returns.
    /// - Parameters:
    ///   - connections: that are open at once.
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
            throw SandboxServerError(error, listeningOn: address)
        }
        url = "\(tls == nil ? "http" : "https")://\(ListenAddress(host: address.host, port: port))"
    }

    /// Answers what is under way, for as long as the grace lasts, then ends.
    func stop() async {
        await services.triggerGracefulShutdown()
        // Its error, if any, came before `init` returned.
        _ = await run.result
    }
}
