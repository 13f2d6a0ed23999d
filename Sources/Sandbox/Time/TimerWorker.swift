import Logging
import ToqueEncoding

/// Fires the store's timers when they fall due, so that changes happen without requests. Correctness does not depend on
/// it: every transaction first applies due timers.
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
                            // A nearer timer replaced this one, or the sandbox stops.
                        } catch  where store.health.covers(error) {
                            // The log tells of the outage.
                        } catch {
                            logger.error("a timer could not be applied; the next request tries again: \(error)")
                        }
                    }
                }
            }
            sleeper?.cancel()
            // The store closes next, and a timer in progress needs it.
            await sleeper?.value
        }
    }

    func stop() async {
        task.cancel()
        await task.value
    }
}
