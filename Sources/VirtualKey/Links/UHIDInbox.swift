import Synchronization

/// Events of the kernel between the thread that reads them and the one that acts on them.
final class UHIDInbox: Sendable {
    private struct State {
        var events: [UHIDEvent] = []
        var departures = 0
    }

    /// Reports of clients that never wait for an answer are not kept beyond this: 31 of the longest messages.
    private static let maxWaiting = 4096

    private let state = Mutex(State())

    func append(_ event: UHIDEvent) {
        state.withLock { state in
            switch event {
            case .output: guard state.events.count < Self.maxWaiting else { return }
            case .started, .stopped, .closed: state.departures += 1
            case .opened, .getReport, .setReport: break
            }
            state.events.append(event)
        }
    }

    /// All that have come, in their order.
    func takeAll() -> [UHIDEvent] {
        state.withLock { state in
            let taken = state
            state = State()
            return taken.events
        }
    }

    var isEmpty: Bool { state.withLock { $0.events.isEmpty } }

    /// Whether nobody is left to read what was said so far.
    var isDeserted: Bool { state.withLock { $0.departures > 0 } }
}
