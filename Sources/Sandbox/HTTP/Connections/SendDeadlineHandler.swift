import Logging
import NIOCore

/// Ends the connection of a client that does not receive its responses, and counts its unread bytes.
final class SendDeadlineHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = IOData

    private let limits: ServerLimits
    private let metrics: ConnectionMetrics
    private let logger: Logger
    private let interval: TimeAmount
    /// Bytes that the system has not accepted yet.
    private var unsent = 0
    /// Their number when the client last received any.
    private var unsentAtProgress = 0
    private var lastProgress = NIODeadline.distantPast
    private var check: Scheduled<Void>?

    init(limits: ServerLimits, metrics: ConnectionMetrics, logger: Logger) {
        self.limits = limits
        self.metrics = metrics
        self.logger = logger
        // Detected at most a quarter of the limit late.
        interval = TimeAmount(min(limits.sendTime, limits.pressedSendTime) / 4)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        measure(context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        measure(context)
        context.fireChannelWritabilityChanged()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        check?.cancel()
        metrics.unsent.add(-unsent)
        unsent = 0
    }

    private func measure(_ context: ChannelHandlerContext) {
        let before = unsent
        unsent = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        metrics.unsent.add(unsent - before)
        if unsent == 0 {
            check?.cancel()
            check = nil
        } else if check == nil {
            noteProgress()
            scheduleCheck(context)
        }
    }

    private func noteProgress() {
        unsentAtProgress = unsent
        lastProgress = .now()
    }

    private func scheduleCheck(_ context: ChannelHandlerContext) {
        check = context.eventLoop.assumeIsolated().scheduleTask(in: interval) { self.checkProgress(context) }
    }

    private func checkProgress(_ context: ChannelHandlerContext) {
        measure(context)
        guard unsent > 0 else { return }
        if unsent != unsentAtProgress { noteProgress() }
        let patience = metrics.isPressed(limits) ? limits.pressedSendTime : limits.sendTime
        guard NIODeadline.now() - lastProgress >= TimeAmount(patience) else { return scheduleCheck(context) }
        logger.warning("a client read nothing of its answer for \(patience); its connection is reset")
        metrics.stalled.add()
        // An orderly close would leave unsent data with the system.
        context.channel.reset(promise: nil)
    }
}
