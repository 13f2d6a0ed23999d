import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// Waits on loopback for the browser that the bank sends back, where a person decides on the bank's page.
struct CallbackListener: Sendable {
    /// The callback URL to enrol with.
    let url: String
    private let requests: AsyncStream<String>
    private let services: ServiceGroup
    private let server: Task<Void, any Error>

    /// Listens on a free port of 127.0.0.1.
    static func start() async throws -> CallbackListener {
        let (requests, requested) = AsyncStream<String>.makeStream()
        let router = Router()
        router.get("/callback") { request, _ in
            requested.yield(request.uri.string)
            return "Pronto, pode voltar ao terminal. / Done, you can go back to the terminal.\n"
        }
        let (ports, bound) = AsyncStream<Int>.makeStream()
        var logger = Logger(label: "toque.callback")
        logger.logLevel = .critical
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                if let port = channel.localAddress?.port { bound.yield(port) }
                bound.finish()
            }, logger: logger)
        let services = ServiceGroup(configuration: .init(services: [application], logger: logger))
        let server = Task {
            defer { bound.finish() }
            try await services.run()
        }
        for await port in ports {
            return CallbackListener(
                url: "http://127.0.0.1:\(port)/callback", requests: requests, services: services,
                server: server)
        }
        try await server.value
        throw CommandError(.unreachable, "no port of 127.0.0.1 can be listened on")
    }

    /// The first URL that is called; the listener is closed once the browser has its answer.
    func callbackURL() async throws -> String {
        for await path in requests {
            await services.triggerGracefulShutdown()
            try await server.value
            return String(url.dropLast("/callback".count)) + path
        }
        await services.triggerGracefulShutdown()
        throw CancellationError()
    }
}
