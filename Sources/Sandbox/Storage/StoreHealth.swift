import Synchronization

/// When the database last took something.
final class StoreHealth: Sendable {
    /// For so long nobody doubts that it takes more.
    private static let period = Duration.seconds(5)

    private let proof = Mutex<ContinuousClock.Instant?>(nil)

    var isProven: Bool { proof.withLock { $0.map { ContinuousClock.now - $0 < Self.period } ?? false } }

    /// Something was written, and is on the disk.
    func prove() { proof.withLock { $0 = .now } }

    /// Something went wrong.
    func doubt() { proof.withLock { $0 = nil } }
}
