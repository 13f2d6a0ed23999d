import CLinux
import Synchronization

/// The kernel's events between the thread that reads them and the one that acts on them.
final class UHIDInbox: Sendable {
    private struct State {
        var records: [toque_uhid_record] = []
        var isDeserted = false
    }

    /// The limit for reports of clients that never wait for a response: 127 messages of maximum size.
    private static let maxWaiting = 16_384

    private let state = Mutex(State())

    func append(_ records: [toque_uhid_record]) {
        let departs = records.contains(where: UHIDEvent.isDeparture)
        state.withLock { state in
            if departs { state.isDeserted = true }
            let isFull = state.records.count >= Self.maxWaiting
            state.records += isFull ? records.filter { uhid_event_type($0.type) != UHID_OUTPUT } : records
        }
    }

    /// All events so far, in order.
    func takeAll() -> [UHIDEvent] {
        let taken = state.withLock { state in
            defer { state = State() }
            return state.records
        }
        return taken.compactMap { UHIDEvent($0) }
    }

    var isEmpty: Bool { state.withLock { $0.records.isEmpty } }

    /// True if nobody is left to read the device's output so far.
    var isDeserted: Bool { state.withLock { $0.isDeserted } }
}
