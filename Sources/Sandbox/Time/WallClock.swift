import ToqueEncoding

/// The system's wall clock.
public struct WallClock: SandboxClock {
    private let read: @Sendable () -> Timestamp

    public init() { self.init(reading: Timestamp.now) }

    /// - Parameter read: tells the time, for tests.
    init(reading read: @escaping @Sendable () -> Timestamp) { self.read = read }

    public var now: Timestamp { read() }

    /// The runtime keeps a sleep that was cancelled until it would have ended, and deadlines may be a year away: so
    /// nobody sleeps longer than this at once.
    private static let longestSleep = Duration.seconds(10)

    public func sleep(until deadline: Timestamp) async throws {
        // Again where the wall clock was set back, or went slower, while the one that is slept by ran.
        while case let rest = deadline - now, rest > .zero {
            try await ContinuousClock().sleep(for: min(rest, Self.longestSleep))
        }
    }
}
