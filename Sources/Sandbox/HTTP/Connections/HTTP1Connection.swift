import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// HTTP/1.1 within limits on one connection: the handlers from the socket to requests, and the order of the responses.
struct HTTP1Connection: HTTPChannelHandler {
    let responder: Responder
    private let limits: ServerLimits
    private let metrics: ConnectionMetrics
    /// Bytes per read.
    private static let readSize = 16 << 10
    /// Bytes of a response that the system accepts before sending them.
    private static let unsentSize = 64 << 10

    /// - Parameter responder: handles one request at a time.
    init(limits: ServerLimits, metrics: ConnectionMetrics, responder: @escaping Responder) {
        self.limits = limits
        self.metrics = metrics
        self.responder = responder
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection> {
        channel.eventLoop.makeCompletedFuture {
            // Pipelined small requests are held while the first one is answered.
            try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
            try channel.syncOptions?.setOption(
                .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.readSize))
            // Otherwise the system would report a reading client only after it has taken a third of its buffer.
            try channel.syncOptions?.setOption(.unsentBytes, value: Self.unsentSize)
            let decoder = PersistentRequestDecoder(limits: limits.ofHeads)
            try channel.pipeline.syncOperations.addHandlers([
                SendDeadlineHandler(limits: limits, metrics: metrics, logger: logger),
                HTTPResponseEncoder(),
                // The decoder buffers at most an incomplete head.
                ByteToMessageHandler(decoder, maximumBufferSize: 2 * limits.headSize),
                PersistentRequestDecoder.Observer(of: decoder),
                PersistenceHandler(lingerTime: limits.lingerTime),
                HTTP1ToHTTPServerCodec(secure: false),
                ConnectionHandler(requestTime: limits.requestTime, connections: metrics.open),
                HTTPConnectionStateHandler(idleTimeout: limits.idleTime, logger: logger),
            ])
            return AcceptedConnection(
                try NIOAsyncChannel(
                    wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true)))
        }
    }

    func handle(value: AcceptedConnection, logger: Logger) async {
        await handleHTTP(asyncChannel: value.take(), logger: logger)
    }
}

extension HTTPServerBuilder {
    /// The HTTP/1.1 of every server of this package.
    /// - Parameters:
    ///   - limits: for connections; the responder limits bodies and handlers.
    ///   - metrics: counts the resources of connections.
    public static func http1(limits: ServerLimits, metrics: ConnectionMetrics) -> HTTPServerBuilder {
        HTTPServerBuilder { HTTP1Connection(limits: limits, metrics: metrics, responder: $0) }
    }
}

extension ChannelOption where Self == ChannelOptions.Types.SocketOption {
    /// TCP_NOTSENT_LOWAT (tcp(7)).
    fileprivate static var unsentBytes: Self { .init(level: .tcp, name: .init(rawValue: TCP_NOTSENT_LOWAT)) }
}

extension ServerLimits {
    fileprivate var ofHeads: NIOHTTPDecoderLimitConfiguration {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = headSize
        limits.maxHeaderListSize = headSize
        limits.maxHeaderFieldCount = headers
        return limits
    }
}
