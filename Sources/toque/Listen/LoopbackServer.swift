import Hummingbird
import Logging
import Sandbox
import ServiceLifecycle

/// An HTTP server on a port of 127.0.0.1, for local programs.
struct LoopbackServer: Sendable {
    /// Without a trailing slash.
    let url: String
    private let services: ServiceGroup
    private let run: Task<Void, any Error>

    /// Starts the server; it accepts connections on return.
    /// - Parameter port: 0 picks a free one.
    static func start(_ router: Router<BasicRequestContext>, port: Int = 0) async throws -> LoopbackServer {
        let (ports, bound) = AsyncStream<Int>.makeStream()
        var logger = Logger(label: "toque.loopback")
        logger.logLevel = .critical
        let application = Application(
            router: router, server: .http1(limits: ServerLimits(), metrics: ConnectionMetrics()),
            configuration: .init(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in
                if let port = channel.localAddress?.port { bound.yield(port) }
                bound.finish()
            }, logger: logger)
        let services = ServiceGroup(configuration: .init(services: [application], logger: logger))
        let run = Task {
            defer { bound.finish() }
            try await services.run()
        }
        for await port in ports {
            return LoopbackServer(url: "http://127.0.0.1:\(port)", services: services, run: run)
        }
        try await run.value
        throw CommandError(.cannotStart, at: "127.0.0.1", "no port is free")
    }

    /// Finishes requests in progress, then stops.
    func stop() async throws {
        await services.triggerGracefulShutdown()
        try await run.value
    }
}
