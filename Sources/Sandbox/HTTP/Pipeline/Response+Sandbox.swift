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

    /// A response that streams its chunks until they end, the client disconnects or the server stops.
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
    /// Writes until the chunks or the connection end. A disconnect is noticed without waiting for the next chunk.
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
            // Names are constants of this program; tests find invalid ones.
            if let name = HTTPField.Name(name) { append(HTTPField(name: name, value: value)) }
        }
    }
}

/// Network faults on a real connection.
enum WireFault {
    /// Ends the connection with a TCP reset before any of the response has left.
    static func reset(_ channel: any Channel) async throws {
        let closed = channel.eventLoop.makePromise(of: Void.self)
        channel.reset(promise: closed)
        try await closed.futureResult.get()
    }

    /// A body that stops halfway, despite its Content-Length; the connection ends with it.
    static func truncated(_ body: [UInt8]) -> ResponseBody {
        ResponseBody(contentLength: body.count) { writer in
            try await writer.write(ByteBuffer(bytes: body.prefix(body.count / 2)))
            throw Truncation()
        }
    }

    private struct Truncation: Error {}
}
