import HTTPTypes
import Hummingbird
import Logging
import ServiceLifecycle
import Synchronization
import ToqueEncoding

/// An HTTP server that records the webhooks it receives.
final class WebhookReceiver: Sendable {
    struct Received: Sendable {
        let path: String
        let headers: HTTPFields
        let text: String
        /// A member of the body.
        var id: String { (try? JSON(parsing: text))?["id"]?.stringValue ?? "" }
    }

    typealias Answer = @Sendable (Received) async throws -> Response

    private struct State {
        var received: [Received] = []
        var underWay = 0
        var mostUnderWay = 0
        var watchers: [(count: Int, arrival: AsyncStream<Void>.Continuation)] = []
    }

    private struct NoPort: Error {}

    private let state = Mutex(State())
    private let answer: Answer
    private let server = Mutex<(url: String, services: ServiceGroup)?>(nil)

    /// - Parameter answer: The answer to each webhook. Default: 204.
    init(_ answer: @escaping Answer = { _ in Response(status: .noContent) }) { self.answer = answer }

    /// Listens on a free port of 127.0.0.1.
    /// - Returns: The URL without a trailing slash.
    func start() async throws -> String {
        let (ports, bound) = AsyncStream<Int>.makeStream()
        let responder = CallbackResponder<BasicRequestContext> { request, _ in
            let text = String(buffer: try await request.body.collect(upTo: 1 << 20))
            return try await self.take(Received(path: request.uri.path, headers: request.headers, text: text))
        }
        let logger = Logger(label: "receiver") { _ in SwiftLogNoOpLogHandler() }
        let application = Application(
            responder: responder, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { bound.yield($0.localAddress?.port ?? 0) }, logger: logger)
        var group = ServiceGroupConfiguration(services: [application], logger: logger)
        group.maximumGracefulShutdownDuration = .milliseconds(10)
        let services = ServiceGroup(configuration: group)
        Task {
            defer { bound.finish() }
            try await services.run()
        }
        for await port in ports {
            let url = "http://127.0.0.1:\(port)"
            server.withLock { $0 = (url, services) }
            return url
        }
        throw NoPort()
    }

    func stop() async { await server.withLock { $0 }?.services.triggerGracefulShutdown() }

    /// The received webhooks, in order of arrival.
    var received: [Received] { state.withLock { $0.received } }
    var ids: [String] { received.map(\.id) }
    /// The highest number of concurrent requests.
    var mostUnderWay: Int { state.withLock { $0.mostUnderWay } }

    /// Waits until `count` webhooks have arrived in total, or the test is canceled.
    func wait(for count: Int) async {
        let (arrived, arrival) = AsyncStream<Void>.makeStream()
        let isThere = state.withLock { state in
            if state.received.count >= count { return true }
            state.watchers.append((count, arrival))
            return false
        }
        if isThere { arrival.finish() }
        for await _ in arrived {}
    }

    private func take(_ received: Received) async throws -> Response {
        let told = state.withLock { state in
            state.received.append(received)
            state.underWay += 1
            state.mostUnderWay = max(state.mostUnderWay, state.underWay)
            let told = state.watchers.filter { $0.count <= state.received.count }
            state.watchers.removeAll { $0.count <= state.received.count }
            return told
        }
        for watcher in told { watcher.arrival.finish() }
        defer { state.withLock { $0.underWay -= 1 } }
        return try await answer(received)
    }
}
