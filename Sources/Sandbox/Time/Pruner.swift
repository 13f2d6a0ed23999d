import Logging
import Synchronization
import ToqueEncoding

/// Removes what is older than a span of the tenant's time: objects that nothing has changed since then and nothing
/// awaits, the logs, and requests. Its transactions are small, so that it delays nobody.
final class Pruner: Sendable {
    /// Real time from the end of one round to the next.
    private static let pause = Duration.seconds(60)
    /// Rows of a transaction.
    private static let chunk = 100

    private let store: SandboxStore
    private let journal: any Journal
    private let provider: any SandboxProvider
    private let span: Duration
    private let logger: Logger
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(
        _ store: SandboxStore, _ journal: any Journal, _ provider: any SandboxProvider, keeping span: Duration,
        logger: Logger
    ) {
        self.store = store
        self.journal = journal
        self.provider = provider
        self.span = span
        self.logger = logger
    }

    /// Begins the first round.
    func start() {
        task.withLock {
            $0 = Task {
                repeat {
                    do {
                        try await pruneAll()
                    } catch is CancellationError {
                        return
                    } catch  where store.health.covers(error) {
                        // The log tells of the outage.
                    } catch {
                        logger.error("old data cannot be removed; trying again in a minute: \(error)")
                    }
                } while (try? await Task.sleep(for: Self.pause)) != nil
            }
        }
    }

    func stop() async {
        let task = task.withLock { $0 }
        task?.cancel()
        await task?.value
    }

    func pruneAll() async throws {
        for tenant in try await store.tenants() { try await prune(tenant.id) }
    }

    func prune(_ tenant: String) async throws {
        let now = try await store.read(tenant) { $0.now }
        let time = now + .microseconds(-span.microseconds)
        try await pruneObjects(of: tenant, before: time)
        try await pruneEnded(of: tenant, before: time)
        try await pruneLog(of: tenant) { try $0.removeEvents(before: time, after: $1, limit: Self.chunk, of: tenant) }
        try await pruneLog(of: tenant) {
            try $0.removeDeliveries(before: time, after: $1, limit: Self.chunk, of: tenant)
        }
        try await store.write(tenant) { try $0.session.removeExpired(at: $0.now, realNow: .now(), of: tenant) }
        try await journal.prune(tenant: tenant, before: time)
    }

    private func pruneObjects(of tenant: String, before time: Timestamp) async throws {
        var cursor: Int64 = 0
        while true {
            try Task.checkCancellation()
            let start = cursor
            let last = try await store.write(tenant) { [provider] transaction -> Int64? in
                let idle = try transaction.session.idleStatuses(
                    before: time, after: start, limit: Self.chunk, of: tenant)
                for status in idle where !provider.stays(status.kind, status: status.status) {
                    let parts = try provider.parts(of: status.object, kind: status.kind, transaction)
                    let all = [(kind: status.kind, id: status.object)] + parts
                    guard try !all.contains(where: { try transaction.session.isAwaited($0.id, of: tenant) }) else {
                        continue
                    }
                    for part in all { try transaction.removeLife(kind: part.kind, id: part.id) }
                }
                return idle.count < Self.chunk ? nil : idle.last?.cursor
            }
            guard let last else { return }
            cursor = last
        }
    }

    private func pruneEnded(of tenant: String, before time: Timestamp) async throws {
        var count = Self.chunk
        while count == Self.chunk {
            try Task.checkCancellation()
            count = try await store.write(tenant) { [provider] transaction in
                let ended = try provider.ended(before: time, limit: Self.chunk, transaction)
                for object in ended { try transaction.removeLife(kind: object.kind, id: object.id) }
                return ended.count
            }
        }
    }

    /// - Parameter remove: removes some of the rows after a cursor, and returns the number of those that it looked at,
    ///   and the cursor of the last one.
    private func pruneLog(
        of tenant: String,
        _ remove: @escaping @Sendable (any StorageSession, Int64) throws -> (count: Int, last: Int64)
    ) async throws {
        var cursor: Int64 = 0
        while true {
            try Task.checkCancellation()
            let start = cursor
            let (count, last) = try await store.write(tenant) { try remove($0.session, start) }
            if count < Self.chunk { return }
            cursor = last
        }
    }
}
