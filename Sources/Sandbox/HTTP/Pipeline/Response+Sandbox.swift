import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes
import ServiceLifecycle

extension Response {
    init(_ response: SandboxResponse) {
        let isTruncated = response.faults.contains(.truncatedBody)
        self.init(
            status: HTTPResponse.Status(code: response.status), headers: HTTPFields(response),
            body: isTruncated
                ? WireFault.truncated(response.body) : ResponseBody(byteBuffer: ByteBuffer(bytes: response.body)))
    }

    /// An answer whose chunks are sent as they come, until they end, the client goes or the server stops.
    init(_ response: SandboxResponse, streaming chunks: AsyncStream<[UInt8]>, over channel: any Channel) {
        var headers = HTTPFields(response)
        headers[.connection] = "close"
        self.init(
            status: HTTPResponse.Status(code: response.status), headers: headers,
            body: ResponseBody { writer in
                try await chunks.write(to: channel)
                try await writer.finish(nil)
            })
    }
}

extension AsyncStream<[UInt8]> {
    /// Writes until the chunks or the connection end: a client that is gone must not wait for a chunk to be noticed.
    fileprivate func write(to channel: any Channel) async throws {
        let (closed, closing) = AsyncStream<Void>.makeStream()
        channel.closeFuture.whenComplete { _ in closing.finish() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in closed {} }
            group.addTask {
                for await chunk in cancelOnGracefulShutdown() {
                    try await channel.send(.body(ByteBuffer(bytes: chunk)))
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }
}

extension HTTPFields {
    fileprivate init(_ response: SandboxResponse) {
        self.init()
        for (name, value) in response.headers {
            // Names are constants of this program; one that is no field name is a slip that a test sees.
            if let name = HTTPField.Name(name) { append(HTTPField(name: name, value: value)) }
        }
    }
}

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
