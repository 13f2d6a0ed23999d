import Dispatch
import Glibc
import Synchronization

/// Handles SIGINT and SIGTERM for work that must end cleanly: a key stops blinking, a terminal gets its settings back.
/// Then the signal ends the process as usual. A second one ends it immediately.
final class Interrupts: Sendable {
    private struct State {
        var count = 0
        /// Cancels the current work.
        var cancellations: [Int: @Sendable () -> Void] = [:]
        /// The received signal.
        var number: Int32?
    }

    private let state = Mutex(State())

    /// Installed on first use and never removed, because only one stream of signals exists at a time.
    private static let shared = {
        let interrupts = Interrupts()
        let signals = Signals.termination()
        Task.detached { for await number in signals { interrupts.receive(number) } }
        return interrupts
    }()

    /// Runs work whose task an interrupt cancels. Does not return after an interrupt.
    static func canceling<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let task = Task { () async -> Result<Value, Failure> in
            do throws(Failure) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        let id = shared.add { task.cancel() }
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        if let number = shared.remove(id) { die(of: number) }
        return try result.get()
    }

    private func add(_ cancel: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.count += 1
            state.cancellations[state.count] = cancel
            return state.count
        }
    }

    /// - Returns: the received signal, if any.
    private func remove(_ id: Int) -> Int32? {
        state.withLock { state in
            state.cancellations[id] = nil
            return state.number
        }
    }

    private func receive(_ number: Int32) {
        let cancellations = state.withLock { state in
            let isFirst = state.number == nil
            state.number = number
            return isFirst ? Array(state.cancellations.values) : []
        }
        guard !cancellations.isEmpty else { Self.die(of: number) }
        for cancel in cancellations { cancel() }
    }

    /// A shell's loop continues after an exit code, and ends if its command died of an interrupt.
    private static func die(of number: Int32) -> Never {
        Console.standard.error("interrupted")
        signal(number, SIG_DFL)
        // The parent process may have blocked it.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
        _exit(128 + number)
    }
}
