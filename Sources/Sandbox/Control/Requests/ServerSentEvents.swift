import ToqueEncoding

/// A log as server-sent events (WHATWG HTML section 9.2): its entries after a cursor, then new ones, in order, each
/// once. The log itself is the buffer: it is read as fast as the client receives, so nothing accumulates.
package actor ServerSentEvents {
    package struct Entry: Sendable {
        let cursor: Int64
        let name: String
        let data: JSON

        /// - Parameter name: a constant, without line breaks.
        package init(cursor: Int64, name: String, data: JSON) {
            self.cursor = cursor
            self.name = name
            self.data = data
        }

        /// The wire format. Serialized JSON has no line breaks, and names are constants.
        var text: String { "id: \(cursor)\nevent: \(name)\ndata: \(data.serialized())\n\n" }
    }

    static let contentType = "text/event-stream"

    private var cursor: Int64
    private let read: @Sendable (Int64) async throws -> (entries: [Entry], next: Int64)
    private let keepAlive: Duration
    private let pause: Duration
    private var lastChunk = ContinuousClock.now
    /// An element if there may be something to send; ends with the log.
    private let wakes: AsyncStream<Void>
    private let tasks: [Task<Void, Never>]

    /// - Parameters:
    ///   - cursor: of the client's last entry.
    ///   - changes: emits each time the log grows.
    ///   - keepAlive: the longest silence before a comment shows that the connection is alive.
    ///   - pause: the shortest time from a chunk to the next: a log that grows fast comes in few, large chunks.
    ///   - read: returns the entries of a chunk after a cursor, and the cursor up to which it searched.
    package init(
        after cursor: Int64, changes: AsyncStream<Void>, keepAlive: Duration = .seconds(15), pause: Duration = .zero,
        read: @escaping @Sendable (Int64) async throws -> (entries: [Entry], next: Int64)
    ) {
        self.cursor = cursor
        self.keepAlive = keepAlive
        self.pause = pause
        self.read = read
        let (wakes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.wakes = wakes
        tasks = [
            Task {
                for await _ in changes { wake.yield() }
                wake.finish()
            },
            Task {
                // Checked three times per interval, so that the silence never exceeds it.
                while (try? await Task.sleep(for: keepAlive / 3)) != nil { wake.yield() }
            },
        ]
    }

    deinit { for task in tasks { task.cancel() } }

    /// The response that sends the events.
    package nonisolated var response: SandboxResponse {
        .stream(Self.contentType, AsyncStream(unfolding: { await self.nextChunk() }))
    }

    /// nil at the end of the log, or if it cannot be read: the client reconnects with its last event's id.
    private func nextChunk() async -> [UInt8]? {
        if case let rest = pause - (ContinuousClock.now - lastChunk), rest > .zero {
            guard (try? await Task.sleep(for: rest)) != nil else { return nil }
        }
        while !Task.isCancelled {
            guard let page = try? await read(cursor) else { return nil }
            cursor = page.next
            if !page.entries.isEmpty { return chunk(page.entries.map(\.text).joined()) }
            if ContinuousClock.now - lastChunk >= keepAlive / 3 * 2 { return chunk(":\n\n") }
            var iterator = wakes.makeAsyncIterator()
            guard await iterator.next(isolation: #isolation) != nil else { return nil }
        }
        return nil
    }

    private func chunk(_ text: String) -> [UInt8] {
        lastChunk = .now
        return Array(text.utf8)
    }
}
