import Dispatch
import Glibc
import Synchronization

/// A merchant's server for webhooks. Each connection has its own thread, and clients can wait for a webhook.
final class WebhookReceiver: Sendable {
    /// Verifies a webhook.
    /// - Returns: its short summary, such as an object's ID with its status.
    typealias Reading = @Sendable (HTTPMessage) throws -> String

    private struct State {
        /// The number of accepted webhooks.
        var count = 0
        /// Summaries that nobody has waited for yet.
        var arrived: Set<String> = []
        var waiting: [String: DispatchSemaphore] = [:]
        /// Delayed responses; nil if there is no delay.
        var held: [DispatchSemaphore]?
        var failure: (any Error)?
    }

    let port: UInt16
    private let descriptor: Int32
    private let state = Mutex(State())

    init(reading: @escaping Reading) throws {
        (descriptor, port) = try LoopbackSocket.listening()
        let descriptor = descriptor
        Threads.start { [self] in
            while let connection = LoopbackSocket.accepted(by: descriptor) {
                Threads.start { [self] in serve(connection, reading) }
            }
        }
    }

    var url: String { "http://127.0.0.1:\(port)/" }
    var count: Int { state.withLock(\.count) }

    /// Stops accepting connections.
    func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    // MARK: Waiting

    /// Waits for a webhook with a summary, as a step of the connection's client.
    func wait(for word: String, _ connection: TimedConnection) throws {
        let semaphore: DispatchSemaphore? = state.withLock { state in
            guard state.arrived.remove(word) == nil else { return nil }
            let semaphore = DispatchSemaphore(value: 0)
            state.waiting[word] = semaphore
            return semaphore
        }
        let isThere = connection.wait("webhook") { semaphore?.wait(timeout: .now() + 30) ?? .success }
        if let failure = state.withLock(\.failure) { throw failure }
        guard isThere == .success else {
            throw TimedConnection.Failure(description: "no webhook has said \(word)")
        }
    }

    /// Delays all responses, so the sandbox waits.
    func hold() { state.withLock { $0.held = [] } }

    func release() {
        let held = state.withLock { state in
            defer { state.held = nil }
            return state.held ?? []
        }
        for semaphore in held { semaphore.signal() }
    }

    // MARK: Receiving

    private func serve(_ connection: Int32, _ reading: Reading) {
        defer { close(connection) }
        var reader = HTTPMessageReader(connection)
        let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8)
        while let webhook = reader.next() {
            let gate: DispatchSemaphore? = state.withLock { state in
                guard state.held != nil else { return nil }
                let gate = DispatchSemaphore(value: 0)
                state.held?.append(gate)
                return gate
            }
            gate?.wait()
            guard LoopbackSocket.send(answer, to: connection) else { return }
            take(webhook, reading)
        }
    }

    private func take(_ webhook: HTTPMessage, _ reading: Reading) {
        do {
            let word = try reading(webhook)
            let waiting: DispatchSemaphore? = state.withLock { state in
                state.count += 1
                let waiting = state.waiting.removeValue(forKey: word)
                if waiting == nil { state.arrived.insert(word) }
                return waiting
            }
            waiting?.signal()
        } catch {
            state.withLock { $0.failure = $0.failure ?? error }
        }
    }
}
