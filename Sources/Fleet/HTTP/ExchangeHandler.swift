import NIOCore
import NIOHTTP1

/// One request and its answer at a time on a connection. All of it happens on the connection's event loop.
final class ExchangeHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart
    typealias Result = Swift.Result<FleetAnswer, ExchangeError>

    private struct Exchange {
        let report: (Result) -> Void
        let timeout: Scheduled<Void>
        var head: HTTPResponseHead?
        var body: [UInt8] = []
    }

    private var exchange: Exchange?
    private var context: ChannelHandlerContext?
    /// False once the connection cannot carry another request.
    private(set) var isReusable = true

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    /// - Parameter report: called once.
    func send(
        _ request: FleetRequest, host: String, within limit: TimeAmount, report: @escaping (Result) -> Void
    ) {
        guard let context, isReusable, context.channel.isActive, exchange == nil else {
            return report(.failure(.closed))
        }
        // The timer and this handler share the event loop.
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let timeout = context.eventLoop.scheduleTask(in: limit) { bound.value.fail(.timeout) }
        exchange = Exchange(report: report, timeout: timeout)
        var headers = HTTPHeaders()
        headers.reserveCapacity(4 + request.headers.count)
        headers.add(name: "Host", value: host)
        if let type = request.contentType { headers.add(name: "Content-Type", value: type) }
        if !request.body.isEmpty || request.method != "GET" {
            headers.add(name: "Content-Length", value: String(request.body.count))
        }
        for (name, value) in request.headers { headers.add(name: name, value: value) }
        let head = HTTPRequestHead(
            version: .http1_1, method: HTTPMethod(rawValue: request.method), uri: request.path, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if !request.body.isEmpty {
            context.write(
                wrapOutboundOut(.body(.byteBuffer(context.channel.allocator.buffer(bytes: request.body)))),
                promise: nil)
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            // Informational answers come before the one that counts.
            guard !(100..<200).contains(head.status.code) else { return }
            exchange?.head = head
            if !head.isKeepAlive { isReusable = false }
        case .body(let buffer):
            guard let size = exchange?.body.count, size + buffer.readableBytes <= FleetAnswer.bodyLimit else {
                return fail(.tooLarge)
            }
            exchange?.body.append(contentsOf: buffer.readableBytesView)
        case .end:
            guard let exchange, let head = exchange.head else { return }
            if !isReusable { context.close(promise: nil) }
            finish(
                .success(FleetAnswer(status: Int(head.status.code), headers: head.headers, body: exchange.body)))
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(.closed)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { fail(ExchangeError(error)) }

    /// Ends the connection, whose rest nobody can understand.
    func fail(_ error: ExchangeError) {
        isReusable = false
        // First, because closing reports an error of its own.
        finish(.failure(error))
        context?.close(promise: nil)
    }

    private func finish(_ result: Result) {
        guard let exchange else { return }
        self.exchange = nil
        exchange.timeout.cancel()
        exchange.report(result)
    }
}
