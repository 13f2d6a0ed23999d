import ToqueEncoding

/// The sandbox's time: the wall clock, or a clock controlled by a test.
public protocol SandboxClock: Sendable {
    var now: Timestamp { get }
    /// Returns at the deadline or later.
    /// - Throws: `CancellationError`.
    func sleep(until deadline: Timestamp) async throws
}
