import APIClient
import NIOCore

/// The connections of one event loop's users. A connection is kept after its answer and serves the next request to the
/// same server, whichever user sends it.
final class ConnectionPool: Sendable {
    let loop: any EventLoop
    private let connections: NIOLoopBoundBox<Connections>

    init(_ loop: any EventLoop, _ network: FleetNetwork) {
        self.loop = loop
        connections = .makeBoxSendingValue(Connections(loop, network), eventLoop: loop)
    }

    /// Sends a request and waits for its answer.
    /// - Parameter isFresh: true for a new connection.
    func send(
        _ request: FleetRequest, to server: FleetServer, isFresh: Bool = false
    ) async throws(ExchangeError) -> FleetAnswer {
        let message = try request.message(to: server)
        // Each exchange ends once: `PendingExchange.end` is called where it leaves its handler.
        return try await withUnsafeContinuation { continuation in
            let exchange = PendingExchange(
                message: message, server: server, isFresh: isFresh, continuation: continuation)
            if loop.inEventLoop {
                connections.value.begin(exchange)
            } else {
                loop.execute { [connections] in connections.value.begin(exchange) }
            }
        }.get()
    }

    /// Closes the connections. Requests fail from now on.
    func close() async { try? await loop.submit { [connections] in connections.value.close() }.get() }
}

/// The state of a pool, used on its event loop alone.
final class Connections {
    private let loop: any EventLoop
    private let network: FleetNetwork
    private var idle: [ObjectIdentifier: [ExchangeHandler]] = [:]
    private var open: [ObjectIdentifier: ExchangeHandler] = [:]
    private var isWatching = false
    private var isStopped = false

    init(_ loop: any EventLoop, _ network: FleetNetwork) { (self.loop, self.network) = (loop, network) }

    func begin(_ exchange: PendingExchange) {
        guard !isStopped else { return exchange.end(.failure(.stopped)) }
        watch()
        if !exchange.isFresh, let handler = takeIdle(exchange.server) {
            return handler.begin(exchange, within: network.timeout)
        }
        let bound = NIOLoopBound((self, exchange), eventLoop: loop)
        network.connect(to: exchange.server, on: loop).whenComplete { result in
            let (connections, exchange) = bound.value
            switch result {
            case .success(let channel): connections.use(channel, for: exchange)
            case .failure(let error): exchange.end(.failure(ExchangeError(error)))
            }
        }
    }

    private func takeIdle(_ server: FleetServer) -> ExchangeHandler? {
        while let handler = idle[ObjectIdentifier(server)]?.popLast() {
            if handler.isReusable { return handler }
        }
        return nil
    }

    private func use(_ channel: any Channel, for exchange: PendingExchange) {
        do {
            let handler = try channel.pipeline.syncOperations.handler(type: ExchangeHandler.self)
            guard !isStopped else {
                handler.stop()
                return exchange.end(.failure(.stopped))
            }
            // It may have ended before anybody listened.
            if handler.isReusable { open[ObjectIdentifier(handler)] = handler }
            handler.owner = self
            handler.begin(exchange, within: network.timeout)
            // The connection may have taken so long that nobody watches any more.
            watch()
        } catch {
            exchange.end(.failure(ExchangeError(error)))
        }
    }

    /// Takes back a connection that can carry another request.
    func release(_ handler: ExchangeHandler, _ server: FleetServer) {
        idle[ObjectIdentifier(server), default: []].append(handler)
    }

    /// Forgets a connection that has ended.
    func remove(_ handler: ExchangeHandler) { open[ObjectIdentifier(handler)] = nil }

    /// Looks for late answers as long as requests wait. One timer for all costs less than one for each request.
    private func watch() {
        guard !isWatching else { return }
        isWatching = true
        let bound = NIOLoopBound(self, eventLoop: loop)
        let pause = TimeAmount.nanoseconds(min(max(network.timeout.nanoseconds / 8, 1_000_000), 1_000_000_000))
        loop.scheduleTask(in: pause) {
            let connections = bound.value
            let now = NIODeadline.now()
            for handler in connections.open.values { handler.expire(at: now) }
            connections.isWatching = false
            if connections.open.values.contains(where: \.isBusy) { connections.watch() }
        }
    }

    func close() {
        // What a failed request leads to begins no other one.
        isStopped = true
        let handlers = open.values
        (idle, open) = ([:], [:])
        for handler in handlers { handler.stop() }
    }
}

extension ExchangeError {
    init(_ error: any Error) { self = error as? ExchangeError ?? ExchangeError(ConnectionFault.reason(error)) }
}
