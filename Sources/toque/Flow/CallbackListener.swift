import Hummingbird

/// Waits on loopback for the browser that the bank sends back, where a person decides on the bank's page.
struct CallbackListener: Sendable {
    private let server: LoopbackServer
    private let requests: AsyncStream<String>

    /// The callback URL to enroll with.
    var url: String { "\(server.url)/callback" }

    /// Listens on a free port of 127.0.0.1.
    static func start() async throws -> CallbackListener {
        let (requests, requested) = AsyncStream<String>.makeStream()
        let router = Router()
        router.get("/callback") { request, _ in
            requested.yield(request.uri.string)
            return "Pronto, pode voltar ao terminal. / Done, you can go back to the terminal.\n"
        }
        return CallbackListener(server: try await LoopbackServer.start(router), requests: requests)
    }

    /// The first URL that is called; the listener is closed once the browser has its answer.
    func callbackURL() async throws -> String {
        for await path in requests {
            try await server.stop()
            return server.url + path
        }
        try await server.stop()
        throw CancellationError()
    }
}
