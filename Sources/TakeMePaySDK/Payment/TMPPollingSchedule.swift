import CheckoutContracts

/// The times of a source's polls, and their result. It does not wait itself.
struct TMPPollingSchedule: Sendable {
    static let interval = Duration.milliseconds(1500)
    private static let longestInterval = Duration.seconds(24)
    static let longestTime = Duration.seconds(60)
    private static let retries = 5

    /// The result of a poll.
    enum Answer: Sendable {
        case status(TakeMeSourceStatus)
        /// Neither 200 nor 4xx.
        case fault
        case unreachable
        /// 4xx, or another connection failure.
        case refused
    }

    enum Step: Sendable, Hashable {
        case wait(Duration)
        case end(TMPPaymentPollingResultState)
    }

    private let limit: Duration
    private var current = interval
    /// In order.
    private var failures = 0

    /// - Parameter timeout: limited to `longestTime`.
    init(timeout: Duration) { limit = min(timeout, Self.longestTime) }

    /// The next step after a poll.
    /// - Parameter elapsed: the time since polling began.
    mutating func next(after answer: Answer, elapsed: Duration) -> Step {
        switch answer {
        case .status(let status):
            let state = TMPPaymentPollingResultState(status)
            guard state == .inProgress else { return .end(state) }
            (current, failures) = (Self.interval, 0)
        case .fault:
            current = min(current * 2, Self.longestInterval)
            failures += 1
        case .unreachable: failures += 1
        case .refused: return .end(.failure)
        }
        return elapsed >= limit || failures >= Self.retries ? .end(.timeout) : .wait(current)
    }
}
