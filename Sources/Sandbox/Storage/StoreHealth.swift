import Logging
import Synchronization

/// The time of the database's last successful write, and its outage if it has one. The log tells of an outage once at
/// its start, and once at its end.
final class StoreHealth: Sendable {
    private struct State {
        var proof: ContinuousClock.Instant?
        var outage: Outage?
        var losses = 0
    }

    private struct Outage {
        let start: ContinuousClock.Instant
        var lastFailure: ContinuousClock.Instant
        var refusedRequests = 0
    }

    /// How long a successful write counts as proof of health.
    private static let period = Duration.seconds(5)
    /// How long no failure may have come when an outage ends: a full disk still takes some writes.
    private static let calm = Duration.seconds(1)

    private let state = Mutex(State())
    private let logger: Logger?

    init(logger: Logger? = nil) { self.logger = logger }

    var isProven: Bool { state.withLock { $0.proof.map { .now - $0 < Self.period } ?? false } }
    var isOut: Bool { state.withLock { $0.outage != nil } }
    /// How many times connections to the database were lost. What memory holds of it from before may never have been
    /// committed there.
    var losses: Int { state.withLock { $0.losses } }

    func countLoss() { state.withLock { $0.losses += 1 } }

    /// A write succeeded and is on the disk.
    func prove() {
        let ended = state.withLock { state -> Outage? in
            state.proof = .now
            guard let outage = state.outage, .now - outage.lastFailure >= Self.calm else { return nil }
            state.outage = nil
            return outage
        }
        guard let ended else { return }
        let seconds = (.now - ended.start).components.seconds
        logger?.warning(
            "the database serves again after \(seconds) s; refused requests meanwhile: \(ended.refusedRequests)")
    }

    /// A write failed.
    func doubt() { state.withLock { $0.proof = nil } }

    /// Counts the failure of a piece of work to an outage of the database.
    /// - Returns: false if the error has another cause, which the caller logs.
    func covers(_ error: any Error, ofRequest isOfRequest: Bool = false) -> Bool {
        guard let error = error as? any DescribedStorageError, error.isOutage else { return false }
        let isNew = state.withLock { state in
            let known = state.outage
            var outage = known ?? Outage(start: .now, lastFailure: .now)
            outage.lastFailure = .now
            outage.refusedRequests += isOfRequest ? 1 : 0
            (state.proof, state.outage) = (nil, outage)
            return known == nil
        }
        if isNew { logger?.error("the database is away; requests get 503 until it serves again: \(error.reason)") }
        return true
    }
}

extension SandboxStore {
    /// The reason why the database does not serve, or nil. It asks a server each time. After a failure, or some seconds
    /// without a write, it writes a few pages to find out; in an outage, pages that need space on the disk.
    func fault() async -> String? {
        if let loss { return loss.description }
        do {
            let isOut = health.isOut
            var isProven = !isOut && health.isProven
            // A server may have become read-only since.
            if isProven, storage.isShared { isProven = try await !isReadOnly() }
            if !isProven {
                try await access(.tenants([])) { session in
                    try session.initializeSharedSetting("probe", String(repeating: "0", count: 16_384))
                    try session.removeSharedSetting("probe")
                    for sql in isOut ? session.dialect.spaceProbe : [] { try session.run(sql, []) }
                }
                health.prove()
            }
            return nil
        } catch {
            // Without requests, too, an outage begins.
            _ = health.covers(error)
            let fault = error as? any DescribedStorageError
            let reason = fault?.reason ?? "\(error)"
            return fault?.isSilence == true ? reason : "the database refuses writes: \(reason)"
        }
    }

    private func isReadOnly() async throws -> Bool {
        try await access(.everything, isReading: true) { try $0.first($0.dialect.readOnlyProbe, []) != nil }
    }
}
