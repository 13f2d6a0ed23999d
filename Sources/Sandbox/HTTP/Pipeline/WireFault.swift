import Hummingbird
import NIOCore

/// Faults of the network, done to a real connection.
enum WireFault {
    /// Ends the connection with a TCP reset, before any of the answer has left.
    static func reset(_ channel: any Channel) async throws {
        let closed = channel.eventLoop.makePromise(of: Void.self)
        channel.reset(promise: closed)
        try await closed.futureResult.get()
    }

    /// A body that stops half way, though its length was announced; the connection ends with it.
    static func truncated(_ body: [UInt8]) -> ResponseBody {
        ResponseBody(contentLength: body.count) { writer in
            try await writer.write(ByteBuffer(bytes: body.prefix(body.count / 2)))
            throw Truncation()
        }
    }

    private struct Truncation: Error {}
}
