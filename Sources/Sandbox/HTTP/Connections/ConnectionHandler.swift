import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Watches one connection: counts it, and closes it if a request does not arrive in time or nobody is left to receive a
/// stream.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Of the error that ends the request's body.
    struct RequestTimeout: Error {}

    private let requestTime: TimeAmount
    private let connections: Gauge
    private var deadline: Scheduled<Void>?
    /// A request has begun and has not ended.
    private var isReceiving = false
    /// A request's head arrived, and the client does not have the whole response yet.
    private var isUnanswered = false
    /// The last input was the end of a request.
    private var isAtEnd = false
    /// The response is an endless stream.
    private var isStreaming = false
    private var isInputClosed = false

    init(requestTime: Duration, connections: Gauge) {
        self.requestTime = TimeAmount(requestTime)
        self.connections = connections
    }

    func handlerAdded(context: ChannelHandlerContext) {
        connections.add(1)
        context.channel.closeFuture.whenComplete { [connections] _ in connections.add(-1) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        stopClock()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            isReceiving = true
            isUnanswered = true
        case .body: break
        case .end:
            isReceiving = false
            isAtEnd = true
            stopClock()
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Bytes arrived and no response is pending: they belong to a request, even if its head is incomplete.
        if isReceiving || !isUnanswered && !isAtEnd { startClock(context) }
        isAtEnd = false
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            isStreaming = head.headerFields[.connection] == "close" && head.headerFields[.contentLength] == nil
            context.write(data, promise: promise)
            endStreamForNobody(context)
        case .body:
            context.write(data, promise: promise)
        case .end:
            // A body that continues after its own response must arrive in time as well.
            if isReceiving { startClock(context) }
            let sent = promise ?? context.eventLoop.makePromise(of: Void.self)
            sent.futureResult.assumeIsolated().whenComplete { _ in self.isUnanswered = false }
            context.write(data, promise: sent)
        }
    }

    /// Responds to input that is not HTTP, because the reason is known here, unless it is the body of a request that
    /// awaits its response.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError, !isUnanswered else { return context.fireErrorCaught(error) }
        let status: HTTPResponse.Status = error == .headerOverflow ? .requestHeaderFieldsTooLarge : .badRequest
        let head = HTTPResponse(status: status, headerFields: [.connection: "close", .contentLength: "0"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent {
            isInputClosed = true
            endStreamForNobody(context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// An ordinary response still goes to a client that has only closed its side.
    private func endStreamForNobody(_ context: ChannelHandlerContext) {
        if isStreaming, isInputClosed { context.close(promise: nil) }
    }

    private func startClock(_ context: ChannelHandlerContext) {
        guard deadline == nil else { return }
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        let handler = NIOLoopBound(self, eventLoop: context.value.eventLoop)
        deadline = context.value.eventLoop.scheduleTask(in: requestTime) {
            // The request's reader gets the error and responds; without a reader, the connection ends.
            let isBody = handler.value.isReceiving
            context.value.fireErrorCaught(RequestTimeout())
            if !isBody { context.value.close(promise: nil) }
        }
    }

    private func stopClock() {
        deadline?.cancel()
        deadline = nil
    }
}
