import NIOCore

/// The continuous clock, with an event loop's timers: a sleep costs no other thread.
public struct LoopClock: Clock {
    public typealias Instant = ContinuousClock.Instant

    let loop: any EventLoop

    public var now: Instant { ContinuousClock.now }
    public var minimumResolution: Duration { ContinuousClock().minimumResolution }

    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let timer = loop.scheduleTask(in: TimeAmount(max(.zero, deadline - now))) {}
        try await withTaskCancellationHandler {
            try await timer.futureResult.get()
        } onCancel: {
            timer.cancel()
        }
    }
}
