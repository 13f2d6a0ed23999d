import GRDB
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

extension SandboxStore {
    /// Why the database takes nothing; nil where it does. Where nothing was written for some seconds, or something went
    /// wrong, a few pages are written to find out.
    func fault() async -> String? {
        if let loss { return loss.description }
        guard !health.isProven else { return nil }
        do {
            try await access { database in
                try database.execute(sql: "INSERT INTO shared_setting VALUES ('probe', hex(zeroblob(8192)))")
                try database.execute(sql: "DELETE FROM shared_setting WHERE name = 'probe'")
            }
            return nil
        } catch {
            return "the database takes nothing: \((error as? DatabaseError)?.message ?? "\(error)")"
        }
    }
}
