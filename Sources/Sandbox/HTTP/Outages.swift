import Synchronization

/// Counts how often an object was refused as if the service were down, so that it recovers after as many times as a
/// scenario says. In memory alone: a restart begins anew.
public final class Outages: Sendable {
    private struct Key: Hashable {
        let tenant: String
        let endpoint: String
        let object: String
    }

    private struct State {
        var refusals: [Key: Int] = [:]
        /// The keys as they came, for the oldest to make room.
        var keys: Ring<Key>
    }

    private let state: Mutex<State>

    /// - Parameter capacity: objects that are remembered; the oldest is forgotten first.
    public init(capacity: Int = 10_000) { state = Mutex(State(keys: Ring(capacity: capacity))) }

    /// Call it before anything is done.
    /// - Parameters:
    ///   - times: how often it is refused before all is well.
    ///   - endpoint: of which the refusals count by themselves, such as its pattern.
    /// - Throws: `SandboxError` with status 503, of which the answer has `Retry-After`.
    public func check(tenant: String, endpoint: String, object: String, times: Int) throws(SandboxError) {
        let key = Key(tenant: tenant, endpoint: endpoint, object: object)
        let isRefused = state.withLock { state in
            let refusals = state.refusals[key] ?? 0
            guard refusals < times else { return false }
            if refusals == 0, let forgotten = state.keys.append(key) { state.refusals[forgotten] = nil }
            state.refusals[key] = refusals + 1
            return true
        }
        if isRefused {
            throw SandboxError(
                status: 503, code: "service_unavailable", message: "The service is unavailable; try again later.")
        }
    }

    public func reset(tenant: String) {
        state.withLock { state in
            for key in state.keys.removeAll(where: { $0.tenant == tenant }) { state.refusals[key] = nil }
        }
    }
}
