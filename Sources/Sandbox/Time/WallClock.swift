import ToqueEncoding

/// The system's wall clock.
public struct WallClock: SandboxClock {
    public init() {}

    public var now: Timestamp { .now() }

    public func sleep(until deadline: Timestamp) async throws {
        let duration = deadline - now
        if duration > .zero { try await ContinuousClock().sleep(for: duration) }
    }
}
