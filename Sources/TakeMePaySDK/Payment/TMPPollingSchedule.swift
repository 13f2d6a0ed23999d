import CheckoutContracts

/// When a source is polled, and what the polls come to. It waits for nothing itself.
struct TMPPollingSchedule: Sendable {
    static let interval = Duration.milliseconds(1500)
    private static let longestInterval = Duration.seconds(24)
    static let longestTime = Duration.seconds(60)
    private static let retries = 5

    /// What a poll gave.
    enum Answer: Sendable {
        case status(TakeMeSourceStatus)
        /// Neither 200 nor 4xx.
        case fault
        case unreachable
        /// 4xx, or a connection that failed otherwise.
        case refused
    }

    enum Step: Sendable, Hashable {
        case wait(Duration)
        case end(TMPPaymentPollingResultState)
    }

    private let limit: Duration
    private var current = interval
    /// One after the other.
    private var failures = 0

    /// - Parameter timeout: at most `longestTime` counts.
    init(timeout: Duration) { limit = min(timeout, Self.longestTime) }

    /// What comes after a poll.
    /// - Parameter elapsed: since polling began.
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
