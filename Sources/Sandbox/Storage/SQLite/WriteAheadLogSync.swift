import Dispatch
import Glibc
import Synchronization
import ToqueFiles

/// Makes commits durable beside the thread that makes them: that thread works on the next operations while the disk
/// writes the last ones. SQLite itself waits in each commit (`synchronous=FULL`); with `synchronous=NORMAL` it appends
/// to the write-ahead log as well, and one fdatasync(2) of the log makes every earlier commit durable
/// (https://sqlite.org/pragma.html#pragma_synchronous).
final class WriteAheadLogSync: Sendable {
    /// What waits for the commits so far: called with nil once they are durable, or with the reason why they may not be.
    typealias Waiter = ((any Error)?) -> Void

    private struct State {
        var waiters: [Waiter] = []
        /// A commit is not durable yet, and no synchronization of it has begun.
        var isStale = false
        var isRunning = false
        var failure: SandboxStoreError?
    }

    // Unchecked: each waiter is called once, by one thread.
    private struct Guarded: @unchecked Sendable {
        var state = State()
    }

    private let guarded = Mutex(Guarded())
    private let queue = DispatchQueue(label: "toque.sandbox.durability")
    private let synchronize: @Sendable () throws -> Void
    private let onEnd = Mutex<@Sendable () -> Void>({})

    /// - Parameter synchronize: makes the log durable; blocks.
    init(synchronize: @escaping @Sendable () throws -> Void) { self.synchronize = synchronize }

    /// Sets what is called each time the disk comes to rest.
    func onEnd(_ action: @escaping @Sendable () -> Void) { onEnd.withLock { $0 = action } }

    /// True while the disk writes.
    var isRunning: Bool { guarded.withLock { $0.state.isRunning } }

    /// The reason why commits may not be durable. It stays: the system does not keep pages that it could not write.
    var failure: SandboxStoreError? { guarded.withLock { $0.state.failure } }

    /// - Parameters:
    ///   - hasWritten: true if the waiter's transaction changed the database.
    ///   - waiter: called at once, if all commits are durable, or from another thread.
    func wait(afterWriting hasWritten: Bool, _ waiter: @escaping Waiter) {
        let (isDurable, starts, failure) = guarded.withLock { guarded -> (Bool, Bool, SandboxStoreError?) in
            if hasWritten { guarded.state.isStale = true }
            guard guarded.state.isStale || guarded.state.isRunning else { return (true, false, guarded.state.failure) }
            guarded.state.waiters.append(waiter)
            defer { guarded.state.isRunning = true }
            return (false, !guarded.state.isRunning, nil)
        }
        if isDurable { waiter(failure) }
        if starts { queue.async { self.run() } }
    }

    private func run() {
        while true {
            let work = guarded.withLock { guarded -> (waiters: [Waiter], isStale: Bool)? in
                let work = (guarded.state.waiters, guarded.state.isStale)
                guarded.state.waiters = []
                guarded.state.isStale = false
                guarded.state.isRunning = !work.0.isEmpty
                return work.0.isEmpty ? nil : work
            }
            guard let work else { return onEnd.withLock(\.self)() }
            if work.isStale {
                do {
                    try synchronize()
                } catch {
                    guarded.withLock { guarded in
                        guarded.state.failure =
                            guarded.state.failure
                            ?? SandboxStoreError("the disk did not keep the last changes: \(error)")
                    }
                }
            }
            let failure = failure
            for waiter in work.waiters { waiter(failure) }
        }
    }

    /// Returns once nothing waits, before the database is closed.
    func finish() { queue.sync {} }
}
