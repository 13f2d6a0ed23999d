import APIClient
import NIOCore

/// The connections of one event loop's users. A connection is kept after its answer and serves the next request to the
/// same server, whichever user sends it.
final class ConnectionPool: Sendable {
    private let loop: any EventLoop
    private let network: FleetNetwork
    /// Read and changed on the event loop.
    private let idle: NIOLoopBoundBox<[ServerURL: [Connection]]>

    private struct Connection {
        let channel: any Channel
        let handler: ExchangeHandler
        var isUsable: Bool { handler.isReusable && channel.isActive }
    }

    init(_ loop: any EventLoop, _ network: FleetNetwork) {
        self.loop = loop
        self.network = network
        idle = .makeBoxSendingValue([:], eventLoop: loop)
    }

    /// Sends a request and waits for its answer.
    /// - Parameters:
    ///   - server: one that `FleetNetwork.admit` has admitted.
    ///   - isFresh: true for a new connection.
    func send(
        _ request: FleetRequest, to server: ServerURL, isFresh: Bool = false
    ) async throws(ExchangeError) -> FleetAnswer {
        var request = request
        request.path = server.path + request.path
        let (sent, root) = (request, server.root)
        let result = await withCheckedContinuation { continuation in
            if loop.inEventLoop {
                exchange(sent, to: root, isFresh) { continuation.resume(returning: $0) }
            } else {
                loop.execute { [self] in exchange(sent, to: root, isFresh) { continuation.resume(returning: $0) } }
            }
        }
        return try result.get()
    }

    private func exchange(
        _ request: FleetRequest, to server: ServerURL, _ isFresh: Bool,
        _ report: @escaping (ExchangeHandler.Result) -> Void
    ) {
        if !isFresh, let connection = takeIdle(server) {
            return exchange(request, to: server, over: connection, report)
        }
        connect(to: server) { [self] in
            switch $0 {
            case .success(let connection): exchange(request, to: server, over: connection, report)
            case .failure(let error): report(.failure(error))
            }
        }
    }

    private func takeIdle(_ server: ServerURL) -> Connection? {
        while let connection = idle.value[server]?.popLast() {
            if connection.isUsable { return connection }
        }
        return nil
    }

    private func exchange(
        _ request: FleetRequest, to server: ServerURL, over connection: Connection,
        _ report: @escaping (ExchangeHandler.Result) -> Void
    ) {
        connection.handler.send(request, host: server.authority.description, within: network.timeout) { [self] in
            if case .success = $0, connection.isUsable { idle.value[server, default: []].append(connection) }
            report($0)
        }
    }

    private func connect(to server: ServerURL, _ report: @escaping (Result<Connection, ExchangeError>) -> Void) {
        let report = NIOLoopBound(report, eventLoop: loop)
        network.connect(to: server, on: loop).whenComplete {
            switch $0 {
            case .success(let channel):
                do {
                    let handler = try channel.pipeline.syncOperations.handler(type: ExchangeHandler.self)
                    report.value(.success(Connection(channel: channel, handler: handler)))
                } catch {
                    report.value(.failure(ExchangeError(error)))
                }
            case .failure(let error): report.value(.failure(ExchangeError(error)))
            }
        }
    }

    /// Closes the idle connections.
    func close() async {
        try? await loop.submit { [self] in
            for connection in idle.value.values.joined() { connection.channel.close(promise: nil) }
            idle.value = [:]
        }.get()
    }
}

extension ExchangeError {
    init(_ error: any Error) { self = error as? ExchangeError ?? ExchangeError(ConnectionFault.reason(error)) }
}
