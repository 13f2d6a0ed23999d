import Logging
import ToqueEncoding

/// Fires the store's timers when they fall due, so that things happen though nobody asks. Correctness does not hang on
/// it: every transaction applies what is due before it looks.
final class TimerWorker: Sendable {
    private let task: Task<Void, Never>

    init(store: SandboxStore, clock: any SandboxClock, logger: Logger) {
        task = Task {
            var sleeper: Task<Void, Never>?
            for await due in store.agenda.changes {
                sleeper?.cancel()
                sleeper = due.map { due in
                    Task {
                        do {
                            try await clock.sleep(until: due)
                            try await store.fireDueTimersOfAll()
                        } catch is CancellationError {
                            // A nearer timer took this one's place, or the sandbox stops.
                        } catch {
                            logger.error("a timer could not be applied; the next request tries again: \(error)")
                        }
                    }
                }
            }
            sleeper?.cancel()
            // The store closes next, and a timer under way needs it.
            await sleeper?.value
        }
    }

    func stop() async {
        task.cancel()
        await task.value
    }
}
