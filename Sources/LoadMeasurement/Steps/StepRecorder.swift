import Glibc
import Synchronization

/// Collects the outcomes of steps from many threads. Each thread writes into a shard, so that threads hardly wait for
/// each other; reading merges the shards.
public final class StepRecorder: Sendable {
    private final class Shard: Sendable {
        let state = Mutex(State())
    }

    private struct State {
        var table = StepTable()
        /// The requests since `takeInterval`.
        var recent = StepStatistics()
    }

    private let shards: [Shard]

    /// - Parameter shards: about as many as there are threads.
    public init(shards: Int = sysconf(Int32(_SC_NPROCESSORS_ONLN))) {
        self.shards = (0..<max(1, shards)).map { _ in Shard() }
    }

    /// Counts the outcomes of one user's steps.
    /// - Parameter outcomes: with durations from the intended start, so that no wait is omitted.
    public func record(_ outcomes: [StepOutcome]) {
        // glibc's thread IDs are addresses, equal in their low bits.
        let shard = shards[Int((UInt(pthread_self()) >> 12) % UInt(shards.count))]
        shard.state.withLock { state in
            for outcome in outcomes {
                state.table.add(outcome)
                if StepKind(ofStep: outcome.name) == .request { state.recent.add(outcome) }
            }
        }
    }

    /// Everything recorded so far.
    public var table: StepTable {
        shards.reduce(into: StepTable()) { all, shard in all.add(shard.state.withLock(\.table)) }
    }

    /// The requests recorded since the last call.
    public func takeInterval() -> StepStatistics {
        shards.reduce(into: StepStatistics()) { all, shard in
            all.add(
                shard.state.withLock { state in
                    defer { state.recent.reset() }
                    return state.recent
                })
        }
    }
}
