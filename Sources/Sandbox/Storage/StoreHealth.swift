import Synchronization

/// The time of the database's last successful write.
final class StoreHealth: Sendable {
    /// How long a successful write counts as proof of health.
    private static let period = Duration.seconds(5)

    private let proof = Mutex<ContinuousClock.Instant?>(nil)

    var isProven: Bool { proof.withLock { $0.map { ContinuousClock.now - $0 < Self.period } ?? false } }

    /// A write succeeded and is on the disk.
    func prove() { proof.withLock { $0 = .now } }

    /// A write failed.
    func doubt() { proof.withLock { $0 = nil } }
}

extension SandboxStore {
    /// The reason why the database refuses writes, or nil. After a failure, or some seconds without a write, it writes
    /// a few pages to find out.
    func fault() async -> String? {
        if let loss { return loss.description }
        guard !health.isProven else { return nil }
        do {
            try await access(.everything) { session in
                try session.initializeSharedSetting("probe", String(repeating: "0", count: 16_384))
                try session.removeSharedSetting("probe")
            }
            return nil
        } catch {
            return "the database refuses writes: \((error as? any DescribedStorageError)?.reason ?? "\(error)")"
        }
    }
}
