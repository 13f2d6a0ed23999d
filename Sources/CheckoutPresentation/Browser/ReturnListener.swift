import NIOCore
import NIOHTTP1
import NIOPosix

/// Waits on loopback for the browser that a page returns to this machine.
package struct ReturnListener: Sendable {
    /// The first of the awaited URLs.
    package let url: String
    private let channel: any Channel
    private let returns: AsyncStream<String>
    private let returned: AsyncStream<String>.Continuation

    /// - Parameters:
    ///   - port: 0 for a free one.
    ///   - paths: the awaited paths; a browser also requests icons.
    package static func start(
        host: String = "127.0.0.1", port: Int = 0, taking paths: Set<String>
    ) async throws -> ReturnListener {
        let (returns, returned) = AsyncStream<String>.makeStream()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.configureHTTPServerPipeline()
                    try pipeline.addHandler(ReturnHandler(paths: paths) { returned.yield($0) })
                }
            }
            .bind(host: host, port: port).get()
        let bound = channel.localAddress?.port ?? port
        let server = "http://\(host.contains(":") ? "[\(host)]" : host):\(bound)"
        return ReturnListener(
            url: server + (paths.sorted().first ?? "/"), channel: channel, returns: returns,
            returned: returned)
    }

    /// Returns the next URL that the browser requests, after it got its response; nil if the task is canceled and after
    /// `stop`.
    package func nextURL() async -> String? {
        for await path in returns { return server + path }
        return nil
    }

    private var server: String {
        let start = url.index(url.startIndex, offsetBy: "http://".count)
        return String(url[..<(url[start...].firstIndex(of: "/") ?? url.endIndex)])
    }

    package func stop() async {
        returned.finish()
        // The only possible error is that it is closed already.
        try? await channel.close()
    }
}

/// Tells the person to go back to the terminal, and reports the path to the listener.
private final class ReturnHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let paths: Set<String>
    private let tell: @Sendable (String) -> Void
    private var uri: String?

    init(paths: Set<String>, tell: @escaping @Sendable (String) -> Void) {
        self.paths = paths
        self.tell = tell
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): uri = head.method == .GET ? head.uri : nil
        case .body: break
        case .end:
            let path = uri.flatMap { uri in paths.contains(String(uri.prefix { $0 != "?" })) ? uri : nil }
            answer(context, path)
        }
    }

    private func answer(_ context: ChannelHandlerContext, _ path: String?) {
        let text =
            path == nil ? "" : "Pronto, pode voltar ao terminal. / Done, you can go back to the terminal.\n"
        let body = context.channel.allocator.buffer(string: text)
        let headers: HTTPHeaders = [
            "Content-Type": "text/plain; charset=utf-8", "Content-Length": "\(body.readableBytes)",
            "Connection": "close",
        ]
        let status: HTTPResponseStatus = path == nil ? .notFound : .ok
        context.write(wrapOutboundOut(.head(.init(version: .http1_1, status: status, headers: headers))), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        let tell = tell
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
            if let path { tell(path) }
            channel.close(promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
