import NIOCore
import NIOHTTP1

/// Decides for each request whether the connection stays open after its response (RFC 9112 section 9.3), passes on one
/// request at a time, and applies the other rules that depend on the HTTP version.
final class PersistenceHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private struct Request {
        let version: HTTPVersion
        var isPersistent: Bool
    }

    /// The decoder's result.
    private enum Input {
        case part(HTTPServerRequestPart)
        case error(HTTPParserError)
        /// The client closed its side.
        case end(ChannelEvent)
    }

    /// The progress of a response.
    private enum Answer {
        case awaited, begun
        /// A part may still wait for the client.
        case written
    }

    /// The maximum number of held inputs.
    private static let heldLimit = 256

    /// How long a client may keep sending unread data, so that it sees its response before the connection ends.
    private let lingerTime: TimeAmount

    /// The request in progress, until the client has its response.
    private var request: Request?
    private var answer = Answer.awaited
    /// A request has begun and has not ended.
    private var isReceiving = false
    /// Input after `request`, passed on once the response has left, which may end the connection (RFC 9112 section
    /// 9.6). No more is read meanwhile.
    private var held = CircularBuffer<Input>()
    private var isReadHeld = false
    /// Further input is ignored: it follows the connection's last request or a malformed one.
    private var isInputOver = false
    /// Input was ignored.
    private var isInputUnread = false
    /// The connection ends with the current response.
    private var isClosing = false
    /// The server no longer waits for clients.
    private var isTimeOver = false
    /// The connection has ended except for a client that still sends.
    private var isLingering = false

    init(lingerTime: Duration) { self.lingerTime = TimeAmount(lingerTime) }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { take(.part(unwrapInboundIn(data)), context) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case let error as HTTPParserError: take(.error(error), context)
        case is ByteToMessageDecoderError.PayloadTooLargeError: take(.error(.headerOverflow), context)
        // Input after malformed input.
        case is ByteToMessageDecoderError: isInputUnread = true
        default: context.fireErrorCaught(error)
        }
    }

    func read(context: ChannelHandlerContext) {
        if held.isEmpty { context.read() } else { isReadHeld = true }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        // Nothing else reads the ignored input.
        if isLingering { context.read() }
    }

    private func take(_ input: Input, _ context: ChannelHandlerContext) {
        if held.isEmpty, !mustWait(input) {
            hand(input, context)
        } else if held.count < Self.heldLimit {
            held.append(input)
        } else if held.count == Self.heldLimit {
            // The last one to get a response, whatever follows.
            held.append(.error(.unknown))
        }
    }

    /// True if it begins another request than the one in progress.
    private func mustWait(_ input: Input) -> Bool {
        guard request != nil, !isInputOver, !isClosing else { return false }
        return switch input {
        case .part(.head): true
        case .part(.body), .part(.end), .end: false
        case .error: !isReceiving
        }
    }

    private func hand(_ input: Input, _ context: ChannelHandlerContext) {
        switch input {
        case .end(let event): context.fireUserInboundEventTriggered(event)
        case _ where isInputOver || isClosing: isInputUnread = true
        case .part(.head(var head)):
            // Refused like input that is not HTTP.
            guard head.hasHost else { return refuse(.invalidHeaderToken, context) }
            isReceiving = true
            request = Request(version: head.version, isPersistent: head.isPersistent)
            // RFC 9110 section 10.1.1
            if head.version == .http1_0 { head.headers.remove(name: "expect") }
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .part(.body(let bytes)): context.fireChannelRead(wrapInboundOut(.body(bytes)))
        case .part(.end(let trailers)):
            isReceiving = false
            isInputOver = request.map { !$0.isPersistent } ?? false
            context.fireChannelRead(wrapInboundOut(.end(trailers)))
        case .error(let error): refuse(error, context)
        }
    }

    /// After malformed input, requests cannot be told apart, so reading ends. It gets one response.
    private func refuse(_ error: HTTPParserError, _ context: ChannelHandlerContext) {
        isInputOver = true
        isInputUnread = true
        if answer != .awaited {
            isClosing = true
        } else if request == nil, isReceiving {
            // The request has its response.
            close(context)
        } else {
            request?.isPersistent = false
            context.fireErrorCaught(error)
        }
    }

    // MARK: Responses

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where (100..<200).contains(head.status.code): context.write(data, promise: promise)
        case .head(var head):
            let request = request ?? Request(version: .http1_1, isPersistent: false)
            answer = .begun
            isClosing = !request.isPersistent || !head.isKeepAlive
            if request.version == .http1_0 { head.version = request.version }
            if isClosing || request.version == .http1_0 {
                head.headers.replaceOrAdd(name: "Connection", value: isClosing ? "close" : "keep-alive")
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            answer = .written
            let sent = promise ?? context.eventLoop.makePromise(of: Void.self)
            // Only once the client has all of it: closing discards unsent data.
            sent.futureResult.assumeIsolated().whenComplete { self.goOn(context, $0) }
            context.write(data, promise: sent)
        }
    }

    /// After a response that the client has, or that failed with the connection.
    private func goOn(_ context: ChannelHandlerContext, _ result: Result<Void, any Error>) {
        request = nil
        answer = .awaited
        if case .failure = result {
            isInputOver = true
            held.removeAll()
        } else if isClosing {
            close(context)
        } else if !held.isEmpty {
            release(context)
        }
    }

    private func release(_ context: ChannelHandlerContext) {
        while let input = held.first, !mustWait(input) {
            held.removeFirst()
            hand(input, context)
        }
        context.fireChannelReadComplete()
        guard held.isEmpty, isReadHeld else { return }
        isReadHeld = false
        context.read()
    }

    /// Closing with unread input would reset the connection, and a client that still sends would lose its response (RFC
    /// 9112 section 9.6).
    private func close(_ context: ChannelHandlerContext) {
        guard isReceiving || isInputUnread || !held.isEmpty else { return context.close(promise: nil) }
        isLingering = true
        held.removeAll()
        context.close(mode: .output, promise: nil)
        context.read()
        context.eventLoop.assumeIsolated().scheduleTask(in: lingerTime) { context.close(promise: nil) }
    }

    // MARK: The end

    /// The server's task closes the output when no more requests come, everything if the connection was idle or failed,
    /// and the input when its time is over. Closing discards unsent data.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        switch mode {
        case .output where answer == .written && !isTimeOver, .all where answer == .written && !isTimeOver:
            isClosing = true
            if let promise { context.channel.closeFuture.cascade(to: promise) }
        case .input:
            isTimeOver = true
            context.close(mode: answer == .written ? .all : .input, promise: promise)
        case .output, .all: context.close(mode: mode, promise: promise)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        // Only after the requests that the client sent before.
        case let event as ChannelEvent where event == .inputClosed && !held.isEmpty && !isClosing:
            held.append(.end(event))
        // The server stops: the response in progress is the connection's last.
        case is ChannelShouldQuiesceEvent where request != nil || isClosing:
            if answer != .awaited { isClosing = true } else { request?.isPersistent = false }
        default: context.fireUserInboundEventTriggered(event)
        }
    }
}

extension HTTPRequestHead {
    /// True if another request may follow. None follows CONNECT, whose content has no length (RFC 9110 section 9.3.6),
    /// or an HTTP/1.0 request with a framing that HTTP/1.0 lacks (RFC 9112 section 6.1).
    fileprivate var isPersistent: Bool {
        isKeepAlive && method != .CONNECT && !(version == .http1_0 && headers.contains(name: "transfer-encoding"))
    }

    /// True with exactly one `Host` header, or none before HTTP/1.1 (RFC 9112 section 3.2).
    fileprivate var hasHost: Bool {
        switch headers["host"].count {
        case 0: version == .http1_0
        case 1: true
        default: false
        }
    }
}
