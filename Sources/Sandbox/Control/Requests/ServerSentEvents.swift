import ToqueEncoding

/// A log as server-sent events (WHATWG HTML section 9.2): what is in it after a cursor, then what is added, in order,
/// each entry once. The log itself is the buffer: it is read when the client takes more, and nothing piles up.
actor ServerSentEvents {
    struct Entry: Sendable {
        let cursor: Int64
        let name: String
        let data: JSON

        /// On the wire. Serialized JSON has no line breaks, and names are constants of the program.
        var text: String { "id: \(cursor)\nevent: \(name)\ndata: \(data.serialized())\n\n" }
    }

    static let contentType = "text/event-stream"

    private var cursor: Int64
    private let read: @Sendable (Int64) async throws -> (entries: [Entry], next: Int64)
    private let keepAlive: Duration
    private var lastChunk = ContinuousClock.now
    /// An element where there may be something to send; ends with the log.
    private let wakes: AsyncStream<Void>
    private let tasks: [Task<Void, Never>]

    /// - Parameters:
    ///   - cursor: of the last entry that the client has.
    ///   - changes: tells each time that the log has grown, from now on.
    ///   - keepAlive: after so much silence a comment shows that the connection lives.
    ///   - read: the entries that come next after a cursor, as many as make a chunk, and up to where was looked.
    init(
        after cursor: Int64, changes: AsyncStream<Void>, keepAlive: Duration,
        read: @escaping @Sendable (Int64) async throws -> (entries: [Entry], next: Int64)
    ) {
        self.cursor = cursor
        self.keepAlive = keepAlive
        self.read = read
        let (wakes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.wakes = wakes
        tasks = [
            Task {
                for await _ in changes { wake.yield() }
                wake.finish()
            },
            Task {
                // Looked at three times in the span, so that the silence never outlasts it.
                while (try? await Task.sleep(for: keepAlive / 3)) != nil { wake.yield() }
            },
        ]
    }

    deinit { for task in tasks { task.cancel() } }

    /// The answer that sends them.
    nonisolated var response: SandboxResponse {
        .stream(Self.contentType, AsyncStream(unfolding: { await self.nextChunk() }))
    }

    /// Nil at the end of the log, or where it cannot be read: the client comes back with its last event's id.
    private func nextChunk() async -> [UInt8]? {
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
