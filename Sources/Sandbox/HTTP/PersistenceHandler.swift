import NIOCore
import NIOHTTP1

/// Decides with each request whether the connection stays open behind its answer (RFC 9112 section 9.3), and applies
/// the other rules that depend on the request's version.
final class PersistenceHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private struct Request {
        let version: HTTPVersion
        let isPersistent: Bool
    }

    /// How long a client may still send what nobody reads, so that it sees its answer before the connection ends.
    private static let lingerTime = TimeAmount.seconds(2)

    private var unanswered = CircularBuffer<Request>()
    /// A request has begun and has not ended.
    private var isReceiving = false
    /// What follows is not read: it stands behind the last request of the connection, or behind a malformed one.
    private var isInputOver = false
    /// Something came that was not read.
    private var isInputUnread = false
    /// The connection ends with the answer that is written.
    private var isClosing = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isInputOver, !isClosing else { return isInputUnread = true }
        switch unwrapInboundIn(data) {
        case .head(var head):
            isReceiving = true
            // Answered as what is no HTTP.
            guard head.hasHost else { return refuse(context, HTTPParserError.invalidHeaderToken) }
            unanswered.append(Request(version: head.version, isPersistent: head.isKeepAlive))
            // RFC 9110 section 10.1.1
            if head.version == .http1_0 { head.headers.remove(name: "expect") }
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .body: context.fireChannelRead(data)
        case .end:
            isReceiving = false
            isInputOver = unanswered.last.map { !$0.isPersistent } ?? false
            context.fireChannelRead(data)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !isInputOver, !isClosing else { return isInputUnread = true }
        if error is HTTPParserError { refuse(context, error) } else { context.fireErrorCaught(error) }
    }

    /// What follows something malformed cannot be told apart.
    private func refuse(_ context: ChannelHandlerContext, _ error: any Error) {
        isInputOver = true
        isInputUnread = true
        context.fireErrorCaught(error)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where (100..<200).contains(head.status.code): context.write(data, promise: promise)
        case .head(var head):
            let request = unanswered.popFirst() ?? Request(version: .http1_1, isPersistent: false)
            isClosing = !request.isPersistent || !head.isKeepAlive
            if request.version == .http1_0 { head.version = request.version }
            if isClosing || request.version == .http1_0 {
                head.headers.replaceOrAdd(name: "Connection", value: isClosing ? "close" : "keep-alive")
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end where isClosing:
            let sent = promise ?? context.eventLoop.makePromise(of: Void.self)
            // Not before the client has all of it: a close drops what still waits.
            sent.futureResult.assumeIsolated().whenComplete { _ in self.close(context) }
            context.writeAndFlush(data, promise: sent)
        case .body, .end: context.write(data, promise: promise)
        }
    }

    /// To close with bytes unread would reset the connection, and a client that still sends would lose its answer
    /// (RFC 9112 section 9.6).
    private func close(_ context: ChannelHandlerContext) {
        guard isReceiving || isInputUnread else { return context.close(promise: nil) }
        context.close(mode: .output, promise: nil)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.lingerTime) { context.close(promise: nil) }
    }
}

extension HTTPRequestHead {
    /// Exactly one header `Host`, or none before HTTP/1.1 (RFC 9112 section 3.2).
    fileprivate var hasHost: Bool {
        switch headers["host"].count {
        case 0: version == .http1_0
        case 1: true
        default: false
        }
    }
}
