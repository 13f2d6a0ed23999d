import Synchronization

/// Signals for those who follow a tenant's requests.
final class JournalSignals: Sendable {
    private let signals = Mutex<[String: Signal]>([:])

    /// A signal after each further request of the tenant.
    func follow(_ tenant: String) -> AsyncStream<Void> {
        signals.withLock { signals in
            let signal = signals[tenant] ?? Signal()
            signals[tenant] = signal
            return signal
        }.subscribe()
    }

    func send(_ tenant: String) { signals.withLock { $0[tenant] }?.send() }

    /// Other processes may have added requests of any tenant.
    func sendAll() {
        for signal in signals.withLock({ Array($0.values) }) { signal.send() }
    }

    func finish() {
        for signal in signals.withLock({ Array($0.values) }) { signal.finish() }
    }
}
