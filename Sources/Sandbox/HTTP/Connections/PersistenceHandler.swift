import NIOCore
import NIOHTTP1

/// Decides with each request whether the connection stays open behind its answer (RFC 9112 section 9.3), hands on one
/// request at a time, and applies the other rules that depend on the request's version.
final class PersistenceHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private struct Request {
        let version: HTTPVersion
        var isPersistent: Bool
    }

    /// What the decoder made of what the client sent.
    private enum Input {
        case part(HTTPServerRequestPart)
        case error(HTTPParserError)
        /// The client sends no more.
        case end(ChannelEvent)
    }

    /// How far the answer to a request is.
    private enum Answer {
        case awaited, begun
        /// A part may still wait for the client.
        case written
    }

    /// How many inputs are held at most.
    private static let heldLimit = 256

    /// How long a client may still send what nobody reads, so that it sees its answer before the connection ends.
    private let lingerTime: TimeAmount

    /// The request that was handed on and whose answer the client has not taken yet.
    private var request: Request?
    private var answer = Answer.awaited
    /// A request has begun and has not ended.
    private var isReceiving = false
    /// What came behind `request`: it is handed on when the answer has left, as that may end the connection (RFC 9112
    /// section 9.6). No more is read meanwhile.
    private var held = CircularBuffer<Input>()
    private var isReadHeld = false
    /// What follows is not read: it stands behind the last request of the connection, or behind a malformed one.
    private var isInputOver = false
    /// Something came that was not read.
    private var isInputUnread = false
    /// The connection ends with the answer that is written.
    private var isClosing = false
    /// The server waits for no client any more.
    private var isTimeOver = false
    /// The connection has ended but for a client that still sends.
    private var isLingering = false

    init(lingerTime: Duration) { self.lingerTime = TimeAmount(lingerTime) }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { take(.part(unwrapInboundIn(data)), context) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case let error as HTTPParserError: take(.error(error), context)
        case is ByteToMessageDecoderError.PayloadTooLargeError: take(.error(.headerOverflow), context)
        // What came behind something malformed.
        case is ByteToMessageDecoderError: isInputUnread = true
        default: context.fireErrorCaught(error)
        }
    }

    func read(context: ChannelHandlerContext) {
        if held.isEmpty { context.read() } else { isReadHeld = true }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        // Nobody else asks for what is not wanted any more.
        if isLingering { context.read() }
    }

    private func take(_ input: Input, _ context: ChannelHandlerContext) {
        if held.isEmpty, !mustWait(input) {
            hand(input, context)
        } else if held.count < Self.heldLimit {
            held.append(input)
        } else if held.count == Self.heldLimit {
            // The last that is answered, whatever still comes.
            held.append(.error(.unknown))
        }
    }

    /// Whether it is the beginning of another request than the one that is being answered.
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
            // Answered as what is no HTTP.
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

    /// What follows something malformed cannot be told apart, so that it is the last that is read. It is answered once.
    private func refuse(_ error: HTTPParserError, _ context: ChannelHandlerContext) {
        isInputOver = true
        isInputUnread = true
        if answer != .awaited {
            isClosing = true
        } else if request == nil, isReceiving {
            // The request has its answer.
            close(context)
        } else {
            request?.isPersistent = false
            context.fireErrorCaught(error)
        }
    }

    // MARK: Answers

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
            // Not before the client has all of it: a close drops what still waits.
            sent.futureResult.assumeIsolated().whenComplete { self.goOn(context, $0) }
            context.write(data, promise: sent)
        }
    }

    /// Behind an answer that the client has, or that failed with the connection.
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

    /// To close with bytes unread would reset the connection, and a client that still sends would lose its answer
    /// (RFC 9112 section 9.6).
    private func close(_ context: ChannelHandlerContext) {
        guard isReceiving || isInputUnread || !held.isEmpty else { return context.close(promise: nil) }
        isLingering = true
        held.removeAll()
        context.close(mode: .output, promise: nil)
        context.read()
        context.eventLoop.assumeIsolated().scheduleTask(in: lingerTime) { context.close(promise: nil) }
    }

    // MARK: The end

    /// The server's task closes the output when nothing more comes, everything when the connection was idle or an error
    /// came, and the input when its time is over. A close drops what still waits for the client.
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
        // Not before the requests that the client sent before.
        case let event as ChannelEvent where event == .inputClosed && !held.isEmpty && !isClosing:
            held.append(.end(event))
        // The server stops: the answer that is under way is the connection's last one.
        case is ChannelShouldQuiesceEvent where request != nil || isClosing:
            if answer != .awaited { isClosing = true } else { request?.isPersistent = false }
        default: context.fireUserInboundEventTriggered(event)
        }
    }
}

extension HTTPRequestHead {
    /// Whether another request may follow. Nothing does behind CONNECT, whose content has no length (RFC 9110 section
    /// 9.3.6), and behind a request of HTTP/1.0 with a framing that HTTP/1.0 lacks (RFC 9112 section 6.1).
    fileprivate var isPersistent: Bool {
        isKeepAlive && method != .CONNECT && !(version == .http1_0 && headers.contains(name: "transfer-encoding"))
    }

    /// Exactly one header `Host`, or none before HTTP/1.1 (RFC 9112 section 3.2).
    fileprivate var hasHost: Bool {
        switch headers["host"].count {
        case 0: version == .http1_0
        case 1: true
        default: false
        }
    }
}
