import ToqueEncoding

/// The sandbox's time: the wall clock, or one that a test moves.
public protocol SandboxClock: Sendable {
    var now: Timestamp { get }
    /// Returns at the deadline or later.
    /// - Throws: `CancellationError`.
    func sleep(until deadline: Timestamp) async throws
}
