import NIOCore

/// Splits a connection's bytes into lines and answers one after the other.
final class LineHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Lines that wait for their turn; beyond it, the connection is not read.
    private static let waitingLimit = 64

    private let service: FleetService
    private let executor: LoopExecutor
    private var buffer = ByteBuffer()
    /// How much of the buffer has no line feed.
    private var searched = 0
    /// nil for a line that was too long.
    private var waiting: [[UInt8]?] = []
    private var isAnswering = false
    /// True inside of a line that is too long.
    private var isSkipping = false
    private var hasEnded = false

    init(_ service: FleetService, on loop: any EventLoop) {
        self.service = service
        executor = service.executor(on: loop)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        buffer.writeBuffer(&bytes)
        takeLines()
        answer(context)
        if waiting.count >= Self.waitingLimit {
            context.channel.setOption(.autoRead, value: false).whenComplete { _ in }
        }
    }

    private func takeLines() {
        while let length = lineLength() {
            searched = 0
            let line = buffer.readBytes(length: length) ?? []
            buffer.moveReaderIndex(forwardBy: 1)
            if isSkipping {
                isSkipping = false
            } else {
                waiting.append(length > FleetService.lineLimit ? nil : line)
            }
        }
        searched = buffer.readableBytes
        if searched > FleetService.lineLimit {
            if !isSkipping { waiting.append(nil) }
            isSkipping = true
            buffer.clear()
            searched = 0
        }
        buffer.discardReadBytes()
    }

    /// The number of bytes before the next line feed.
    private func lineLength() -> Int? {
        let view = buffer.readableBytesView
        return view.dropFirst(searched).firstIndex(of: 0x0A).map { $0 - view.startIndex }
    }

    private func answer(_ context: ChannelHandlerContext) {
        guard !isAnswering, !waiting.isEmpty else {
            if hasEnded, !isAnswering { end(context) }
            return
        }
        isAnswering = true
        let line = waiting.removeFirst()
        if waiting.isEmpty, !hasEnded { context.channel.setOption(.autoRead, value: true).whenComplete { _ in } }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let (service, loop) = (service, context.eventLoop)
        // On this thread, as far as the users' connections are on it too.
        Task(executorPreference: executor) {
            var answer = if let line { await service.answer(line) } else { FleetService.tooLong }
            answer.append(0x0A)
            let bytes = answer
            loop.execute {
                let (handler, context) = bound.value
                handler.isAnswering = false
                context.writeAndFlush(handler.wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
                handler.answer(context)
            }
        }
    }

    /// Closes once the caller has taken all answers.
    private func end(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in bound.value.close(promise: nil) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A caller that has sent all of its lines still gets its answers.
        if case .some(.inputClosed) = event as? ChannelEvent {
            hasEnded = true
            // The last line needs no line feed.
            if buffer.readableBytes > 0 {
                buffer.writeInteger(UInt8(ascii: "\n"))
                takeLines()
            }
            answer(context)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
