import NIOCore
import NIOHTTP1

/// Decodes requests as NIO does, but ignores the `Upgrade` header (RFC 9110 section 7.8). NIO's decoder stops after a
/// request for another protocol, so a new one continues there.
final class PersistentRequestDecoder: ByteToMessageDecoder {
    typealias InboundOut = HTTPServerRequestPart

    private let limits: NIOHTTPDecoderLimitConfiguration
    private var decoder: HTTPRequestDecoder
    /// The decoder has read its last request.
    private var isStopped = false

    init(limits: NIOHTTPDecoderLimitConfiguration) {
        self.limits = limits
        decoder = HTTPRequestDecoder(limitConfiguration: limits)
    }

    func decoderAdded(context: ChannelHandlerContext) { decoder.decoderAdded(context: context) }

    func decoderRemoved(context: ChannelHandlerContext) { decoder.decoderRemoved(context: context) }

    func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        let state = try decoder.decode(context: context, buffer: &buffer)
        guard isStopped else { return state }
        isStopped = false
        decoder.decoderRemoved(context: context)
        decoder = HTTPRequestDecoder(limitConfiguration: limits)
        decoder.decoderAdded(context: context)
        return .continue
    }

    func decodeLast(
        context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool
    ) throws -> DecodingState {
        while buffer.readableBytes > 0, case .continue = try decode(context: context, buffer: &buffer) {}
        return try decoder.decodeLast(context: context, buffer: &buffer, seenEOF: seenEOF)
    }

    /// Follows the decoder in the pipeline and tells it what it has read.
    final class Observer: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias InboundOut = HTTPServerRequestPart

        private let decoder: PersistentRequestDecoder
        private var isLastRequest = false

        init(of decoder: PersistentRequestDecoder) { self.decoder = decoder }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): isLastRequest = head.stopsDecoder
            case .body: break
            case .end: decoder.isStopped = isLastRequest
            }
            context.fireChannelRead(data)
        }
    }
}

extension HTTPRequestHead {
    /// Exactly the rule of NIO's parser (llhttp, `llhttp__before_headers_complete`).
    fileprivate var stopsDecoder: Bool {
        method == .CONNECT
            || headers["upgrade"].contains { !$0.isEmpty }
                && (headers["connection"] + headers["proxy-connection"]).contains { value in
                    value.utf8.split(separator: UInt8(ascii: ",")).contains { part in
                        let token = part.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
                        let end = token.lastIndex { $0 != UInt8(ascii: " ") }.map(token.index(after:))
                        return Substring(token[..<(end ?? token.startIndex)]).lowercased() == "upgrade"
                    }
                }
    }
}
