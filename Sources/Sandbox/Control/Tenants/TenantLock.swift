import Synchronization

/// Serializes operations on a whole tenant (its clock, its reset), first come, first served within this process. Requests to the API do not
/// wait for it.
final class TenantLock: Sendable {
    private typealias Waiter = CheckedContinuation<Void, Never>

    private let store: SandboxStore
    /// The waiting operations of each locked tenant.
    private let waiters = Mutex<[String: [Waiter]]>([:])

    init(_ store: SandboxStore) { self.store = store }

    func withLock<Value: Sendable>(
        _ tenant: String, _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        await withCheckedContinuation { (waiter: Waiter) in
            let isFree = waiters.withLock { waiters in
                guard waiters[tenant] != nil else {
                    waiters[tenant] = []
                    return true
                }
                waiters[tenant]?.append(waiter)
                return false
            }
            if isFree { waiter.resume() }
        }
        defer { release(tenant) }
        return try await store.withLease(of: tenant, body)
    }

    private func release(_ tenant: String) {
        let next: Waiter? = waiters.withLock { waiters in
            guard var queue = waiters[tenant], !queue.isEmpty else {
                waiters[tenant] = nil
                return nil
            }
            let next = queue.removeFirst()
            waiters[tenant] = queue
            return next
        }
        next?.resume()
    }
}
