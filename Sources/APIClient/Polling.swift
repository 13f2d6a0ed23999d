/// The schedule for polling a result: immediately, then every interval, and a last time when the time is over. By
/// default every 2 s for 120 s, at most 61 requests.
public struct Polling: Sendable {
    public var interval: Duration
    public var timeout: Duration
    /// Called before each wait, while the result is missing.
    public var onWait: (@Sendable () -> Void)?

    public init(interval: Duration = .seconds(2), timeout: Duration = .seconds(120)) {
        self.interval = interval
        self.timeout = timeout
    }

    /// Polls until there is a value.
    /// - Parameters:
    ///   - what: the awaited result, for the error.
    ///   - clock: injected, so that tests do not wait.
    ///   - attempt: one request; nil means not yet.
    /// - Throws: `PollingTimeout`, `CancellationError`, and the error of an attempt.
    public func poll<Value, C: Clock>(
        for what: String, clock: C = ContinuousClock(), _ attempt: () async throws -> Value?
    ) async throws -> Value where C.Duration == Duration {
        let end = clock.now.advanced(by: timeout)
        while true {
            if let value = try await attempt() { return value }
            let next = clock.now.advanced(by: interval)
            guard next <= end else { throw PollingTimeout(what: what, after: timeout) }
            onWait?()
            try await clock.sleep(until: next, tolerance: nil)
        }
    }
}

/// The polled result did not arrive in time.
public struct PollingTimeout: Error, Sendable, Hashable, CustomStringConvertible {
    public let what: String
    public let after: Duration

    public init(what: String, after: Duration) { (self.what, self.after) = (what, after) }

    public var description: String { "\(what): no result within \(after.components.seconds) s" }
}
